# SPDX-License-Identifier: MIT
# Completion for fish 3.1 or later. The command prints the candidates (cli/complete.h).

function __assay_ask
    set -l words (commandline -opc | string replace -r '^~/' "$HOME/")
    set -l last (commandline -ct)
    set -l whole (string unescape -- $last)
    # A quote that is still open.
    or set whole (string replace -r '^[\'"]' '' -- $last)
    _ASSAY_COMPLETE=1 command $words "$whole" 2>/dev/null </dev/null
end

function __assay_wants_files
    string match -q 'files *' -- (__assay_ask)[1]
end

function __assay_candidates
    set -l lines (__assay_ask)
    set -q lines[1]
    or return
    set -l kind (string split ' ' -- $lines[1])
    set -l last (commandline -ct)
    set -l head (string sub -l $kind[2] -- $last)
    printf '%s\n' $head$lines[2..-1]
    switch $kind[1]
        case folders archives
            set -l value (string sub -s (math $kind[2] + 1) -- $last)
            set -l paths (__fish_complete_directories "$value")
            if test $kind[1] = archives
                set value (string unescape -- $value)
                set paths $paths "$value"*.zip "$value"*.kpp
            end
            printf '%s\n' $head$paths
    end
end

complete -c assay -n 'not __assay_wants_files' -f -k -a '(__assay_candidates)'
complete -c assay -n __assay_wants_files -k -a '(__assay_candidates)'
