// The scripts that make a shell ask `yari __complete`. They know no option: the program does.
#include "cli/program/completion.h"

namespace yari::cli {

namespace {

constexpr std::string_view bash = R"SCRIPT(# bash completion for yari

_yari() {
  # Nothing that is typed or comes from a database is expanded here. The words come in quotes.
  local program=$1
  local -a lines
  [[ $program == \~/* ]] && program=$HOME/${program:2}
  [[ $program == */* && -x $program ]] || program=yari
  mapfile -t lines < <(
    command "$program" __complete-bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null
  )
  COMPREPLY=("${lines[@]:1}")
  # readline finds files and quotes their names, as for any other command.
  case ${lines[0]} in
    :files) compopt -o default ;;
    :folders) compopt -o dirnames ;;
  esac
}

complete -F _yari yari
)SCRIPT";

constexpr std::string_view zsh = R"SCRIPT(#compdef yari
# zsh completion for yari

_yari() {
  local program=${(Q)words[1]} line kind
  local -a lines typed names described
  [[ $program == \~/* ]] && program=$HOME/${program[3,-1]}
  [[ $program == */* && -x $program ]] || program=yari
  # PREFIX is without an open quotation mark. After ' a backslash is one.
  typed=("${(@Q)words[2,CURRENT-1]}")
  if [[ $compstate[quote] == \' ]]; then typed+=("$PREFIX"); else typed+=("${(Q)PREFIX}"); fi
  lines=("${(@f)$(command "$program" __complete "${(@)typed}" 2>/dev/null)}")
  kind=$lines[1]
  shift lines
  local -r any_case='m:{[:lower:][:upper:]}={[:upper:][:lower:]}'
  if [[ $kind == :names ]]; then
    # zsh quotes what is inserted. _describe would read ":" and "\" in names.
    names=("${(@)lines:#}")
    (( $#names )) && compadd -V yari -M $any_case -a names
    return
  fi
  for line in $lines; do
    if [[ $line == *$'\t'* ]]; then
      described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    else
      described+=("${line//:/\\:}")
    fi
  done
  (( $#described )) && _describe -V 'yari' described -M $any_case
  case $kind in
    :files) [[ $PREFIX == --*=* ]] && compset -P '*='; _files ;;
    :folders) [[ $PREFIX == --*=* ]] && compset -P '*='; _files -/ ;;
  esac
}

if [[ $funcstack[1] == _yari ]]; then
  _yari "$@"
else
  compdef _yari yari
fi
)SCRIPT";

constexpr std::string_view fish = R"SCRIPT(# fish completion for yari

function __yari_complete
    set -l before (commandline -opc)
    set -l program $before[1]
    string match -q '~/*' -- $program; and set program $HOME/(string sub -s 3 -- $program)
    string match -q '*/*' -- $program; and test -x "$program"; or set program yari
    # A quotation mark may be open.
    set -l current
    set -l mark
    for mark in '' \' \"
        set current (commandline -ct)$mark
        set current (string unescape -- "$current")
        test (count $current) -gt 0; and break
    end
    set -l lines (command $program __complete $before[2..-1] "$current" 2>/dev/null)
    set -l kind $lines[1]
    set -e lines[1]
    # fish quotes what is inserted, all but a leading "~": such a name is not offered.
    set lines (string match -v '~*' -- $lines)
    test (count $lines) -gt 0; and printf '%s\n' $lines
    switch "$kind"
        case :files
            __fish_complete_path (commandline -ct)
        case :folders
            __fish_complete_directories (commandline -ct)
    end
end

complete -c yari -f -a '(__yari_complete)'
)SCRIPT";

}  // namespace

std::string_view completion_script(std::string_view shell) {
  if (shell == "bash") return bash;
  if (shell == "zsh") return zsh;
  return shell == "fish" ? fish : std::string_view();
}

}  // namespace yari::cli
