# SPDX-License-Identifier: MIT
# Completion for bash 4.4 or later. The command prints the candidates (cli/complete.h); install it, or source this file.

# Sets `unquoted` to a word of the line as the shell would see it, without expansions but that of ~/, and `quote` to a quote
# that is still open.
_assay_unquote() {
  local word=$1 char i
  unquoted='' quote=''
  if [[ $word == '~/'* ]]; then
    unquoted=$HOME word=${word:1}
  fi
  if [[ $word != *[\\\'\"]* ]]; then
    unquoted+=$word
    return
  fi
  for ((i = 0; i < ${#word}; i++)); do
    char=${word:i:1}
    if [[ $char == "$quote" ]]; then
      quote=''
    elif [[ $quote == "'" ]]; then
      unquoted+=$char
    elif [[ $char == \\ && ($quote == '' || ${word:i+1:1} == [\\\"\$\`]) ]]; then
      ((++i))
      unquoted+=${word:i:1}
    elif [[ $quote == '' && $char == [\'\"] ]]; then
      quote=$char
    else
      unquoted+=$char
    fi
  done
}

# Sets `typed` to the words up to the cursor. bash cuts COMP_WORDS at '=' and ':', and the line shows where blanks are.
_assay_read_line() {
  local rest=${COMP_LINE:0:COMP_POINT} after word i
  typed=()
  rest=${rest#*"${COMP_WORDS[0]}"}
  typed=("${COMP_WORDS[0]}")
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    after=${rest#"${rest%%[![:space:]]*}"}
    [[ $after == "$rest" ]] || typed+=('')
    [[ $after == "$word"* ]] || word=$after
    typed[-1]+=$word
    rest=${after#"$word"}
  done
}

# The paths that begin with a text, and are of the kind that the command asks for.
_assay_paths() {
  local path
  shopt -s nullglob
  for path in "$2"*; do
    if [[ $1 == files || -d $path || ($1 == archives && $path == *.@(zip|kpp)) ]]; then
      printf '%s\n' "$path"
    fi
  done
}

_assay() {
  local typed=() words=() candidates=() unquoted quote kind='' skip=0 last head cut=0 one
  _assay_read_line
  for one in "${typed[@]}"; do
    _assay_unquote "$one"
    words+=("$unquoted")
  done
  local open=$quote raw=${typed[-1]}
  last=${words[-1]}
  # readline replaces only $2, the part after the last '=' or ':'.
  if [[ $raw == *"$2" ]]; then
    _assay_unquote "${raw:0:${#raw}-${#2}}"
    cut=${#unquoted}
  fi
  {
    read -r kind skip
    mapfile -t candidates
  } < <(_ASSAY_COMPLETE=1 "${words[@]}" 2>/dev/null </dev/null)
  head=${last:0:skip}
  COMPREPLY=()
  for one in "${candidates[@]}"; do
    one=$head${one%%$'\t'*}
    [[ $one != "$last"* ]] || COMPREPLY+=("${one:cut}")
  done
  if [[ $kind == files && ${#COMPREPLY[@]} -eq 0 && $cut -ge $skip ]]; then
    return # readline completes files best
  fi
  compopt +o default -o nosort 2>/dev/null
  if [[ ${kind:-none} != none ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r one; do
      one=$head$one
      COMPREPLY+=("${one:cut}")
    done < <(_assay_paths "$kind" "${last:skip}")
    return
  fi
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:/] ]]; then
    compopt -o nospace 2>/dev/null
  fi
  for one in "${!COMPREPLY[@]}"; do
    [[ $open || ! ${COMPREPLY[one]} ]] || printf -v "COMPREPLY[$one]" %q "${COMPREPLY[one]}"
  done
}

complete -o default -F _assay assay
