# Completes the arguments of reversi in bash 4 or later.
_reversi() {
    local line found
    COMPREPLY=()
    while IFS= read -r line; do
        found=()
        case $line in
            //files) compopt -o filenames; mapfile -t found < <(compgen -f -- "$2") ;;
            "//files "*)
                compopt -o filenames
                mapfile -t found < <(compgen -f -X "!*.${line#* }" -- "$2"; compgen -d -- "$2")
                ;;
            //folders) compopt -o filenames; mapfile -t found < <(compgen -d -- "$2") ;;
            *:) compopt -o nospace; found=("$line") ;;
            *) found=("$line") ;;
        esac
        COMPREPLY+=("${found[@]}")
    done < <("$1" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}
complete -F _reversi reversi
