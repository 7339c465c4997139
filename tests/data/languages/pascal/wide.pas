{ Much of the run-time library and of the packages that come with the compiler. }
program Wide;
{$mode objfpc}{$h+}
uses
  cthreads, cwstring, Classes, SysUtils, Math, StrUtils, DateUtils, Contnrs, fgl, md5, sha1, base64, zstream, fpjson,
  jsonparser, regexpr;

type
  TSummer = class(TThread)
    total, number: int64;
    procedure Execute; override;
  end;
  TMap = specialize TFPGMap<string, integer>;

procedure Check(fact: boolean; const what: string);
begin
  if not fact then
    raise Exception.Create(what);
end;

procedure TSummer.Execute;
begin
  total := total + number;
end;

var
  n, i, x: longint;
  map: TMap;
  summer: TSummer;
  data: TJSONData;
  memory: TMemoryStream;
  packed_stream: Tcompressionstream;
begin
  Check(MD5Print(MD5String('')) = 'd41d8cd98f00b204e9800998ecf8427e', 'md5');
  Check(SHA1Print(SHA1String('')) = 'da39a3ee5e6b4b0d3255bfef95601890afd80709', 'sha1');
  Check(EncodeStringBase64('a') = 'YQ==', 'base64');
  Check(DayOfTheWeek(EncodeDate(2024, 7, 1)) = 1, 'dates');
  Check(UTF8Encode(WideUpperCase(UTF8Decode('é'))) = 'É', 'characters');
  Check(Format('%.2f', [1.5]) = '1.50', 'formats');
  Check(ExecRegExpr('^a.c$', 'abc'), 'patterns');
  map := TMap.Create;
  map.Add('a', 1);
  Check(map['a'] = 1, 'maps');
  data := GetJSON('{"a": [1, 2]}');
  Check(data.FindPath('a[1]').AsInteger = 2, 'json');
  memory := TMemoryStream.Create;
  packed_stream := Tcompressionstream.Create(cldefault, memory);
  packed_stream.WriteAnsiString(StringOfChar('x', 1000));
  packed_stream.Free;
  Check(memory.Size < 100, 'compression');
  summer := TSummer.Create(true);
  read(n);
  for i := 1 to n do
  begin
    read(x);
    summer.number := summer.number + x;
  end;
  summer.Start;
  summer.WaitFor;
  writeln(summer.total);
end.
