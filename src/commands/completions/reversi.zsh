#compdef reversi
# Completes the arguments of reversi in zsh.
_reversi() {
    local line
    for line in ${(f)"$(${(Q)words[1]} complete -- "${(@Q)words[2,CURRENT]}" 2> /dev/null)"}; do
        case $line in
            //files) _files ;;
            "//files "*) _files -g "*.${line#* }" ;;
            //folders) _files -/ ;;
            *:) compadd -S '' -- $line ;;
            *) compadd -- $line ;;
        esac
    done
}
if [[ $funcstack[1] == _reversi ]]; then _reversi "$@"; else compdef _reversi reversi; fi
