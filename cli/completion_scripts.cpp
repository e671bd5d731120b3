// The scripts that make a shell ask `yari __complete`. They know no option: the program does.
#include "cli/completion.h"

namespace yari::cli {

namespace {

constexpr std::string_view bash = R"SCRIPT(# bash completion for yari

_yari() {
  local IFS=$'\n' line kind word current=""
  local -a words=()
  # bash cuts words at "=" and ":": they are put together again, without quotes.
  local i joins="" text
  COMPREPLY=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    case $word in
      [\'\"]*) text=${word:1}; text=${text%"${word:0:1}"} ;;
      \~/*) text=$HOME/${word:2}; text=${text//\\/} ;;
      *) text=${word//\\/} ;;
    esac
    if [[ -n $joins || $word == [=:]* ]] && ((${#words[@]} > 0)); then
      words[-1]+=$text
    else
      words+=("$text")
    fi
    if [[ $word == [=:] ]]; then joins=yes; else joins=""; fi
  done
  current=${words[-1]}
  # What readline replaces begins after the last of these.
  local head=""
  if [[ $current == *[=:]* && ${COMP_WORDS[COMP_CWORD]} != "$current" ]]; then
    head=${current%"${current##*[=:]}"}
  fi
  kind=""
  while IFS= read -r line; do
    if [[ -z $kind ]]; then
      kind=$line
      continue
    fi
    word=${line%%$'\t'*}
    COMPREPLY+=("${word#"$head"}")
  done < <("${COMP_WORDS[0]}" __complete "${words[@]}" 2>/dev/null)
  case $kind in
    :files)
      compopt -o filenames
      while IFS= read -r line; do COMPREPLY+=("$line"); done \
        < <(compgen -f -- "${current#"$head"}")
      ;;
    :folders)
      compopt -o filenames
      while IFS= read -r line; do COMPREPLY+=("$line"); done \
        < <(compgen -d -- "${current#"$head"}")
      ;;
    :names)
      # A name may contain anything: readline quotes it as it quotes names of files.
      compopt -o filenames
      ;;
  esac
}

complete -F _yari yari
)SCRIPT";

constexpr std::string_view zsh = R"SCRIPT(#compdef yari
# zsh completion for yari

_yari() {
  local -a lines words_found
  local line kind word
  local -a typed
  # PREFIX is without an open quotation mark.
  typed=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
  lines=("${(@f)$(_call_program options ${(q)words[1]} __complete ${(@q)typed} 2>/dev/null)}")
  kind=$lines[1]
  shift lines
  for line in $lines; do
    word=${line%%$'\t'*}
    if [[ $line == *$'\t'* ]]; then
      words_found+=("${word//:/\\:}:${line#*$'\t'}")
    else
      words_found+=("${word//:/\\:}")
    fi
  done
  # Names are found whatever the case of their letters.
  (( $#words_found )) && _describe -V 'yari' words_found -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}'
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
    set -l current (commandline -ct | string unescape)
    test -n "$current"; or set current (commandline -ct | string trim -l -c '"\'')
    set -l lines ($before[1] __complete $before[2..-1] "$current" 2>/dev/null)
    test (count $lines) -gt 1; and printf '%s\n' $lines[2..-1]
    switch "$lines[1]"
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
