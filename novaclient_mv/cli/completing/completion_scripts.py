"""The completion scripts of the shells, which ask this program for candidates.

A line may hold a secret, which would be seen in the arguments of a process: its words are written
into a pipe, by what is built into each shell.
"""

from __future__ import annotations

_BASH = """\
_nova_mv() {
    local line first=1
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ -n $first ]]; then
            first=
            [[ $line != files ]] || compopt -o default 2>/dev/null
        else
            COMPREPLY+=("$line")
            [[ $line != *= ]] || compopt -o nospace 2>/dev/null
        fi
    done < <(printf '%s\\0' "${COMP_LINE:0:COMP_POINT}" "$2" |
        command nova-mv complete --shell bash --input 2>/dev/null)
}
complete -F _nova_mv nova-mv
"""

_ZSH = """\
#compdef nova-mv
_nova_mv() {
    local line word
    local -a lines described open
    lines=("${(@f)$(printf '%s\\0' "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" |
        command nova-mv complete --shell zsh --input 2>/dev/null)}")
    if [[ $lines[1] == files ]]; then
        compset -P '--*='
        _files
        return
    fi
    for line in "${(@)lines[2,-1]}"; do
        word=${line%%$'\\t'*}
        [[ $word != *= ]] || open=(-S '')
        word=${word//\\\\/\\\\\\\\}
        word=${word//:/\\\\:}
        [[ $line == *$'\\t'* ]] && word+=":${line#*$'\\t'}"
        described+=("$word")
    done
    (( $#described )) && _describe -V nova-mv described "${(@)open}"
}
if [[ $funcstack[1] == _nova_mv ]]; then
    _nova_mv "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
    compdef _nova_mv nova-mv
fi
"""

_FISH = """\
function __nova_mv_complete
    set -l typed (commandline -opc)
    set -l current (commandline -ct | string unescape)
    set -l lines (printf '%s\\0' $typed[2..] "$current" |
        command nova-mv complete --shell fish --input 2>/dev/null)
    if test "$lines[1]" = files
        set -l option (string match -r -- '^--[^=]*=' $current)
        __fish_complete_path (string replace -r -- '^--[^=]*=' '' $current) |
            string replace -r -- '^' "$option"
    else
        printf '%s\\n' $lines[2..]
    end
end
complete -c nova-mv -f -a '(__nova_mv_complete)'
"""

SCRIPTS = {'bash': _BASH, 'zsh': _ZSH, 'fish': _FISH}
"""Each script by its shell."""
