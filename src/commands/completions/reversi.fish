# Completes the arguments of reversi in fish.
function __reversi_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (command $words[1] complete -- $words[2..-1] 2> /dev/null)
        switch $line
            case '//files*'
                __fish_complete_path (commandline -ct)
            case //folders
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c reversi -f -a '(__reversi_complete)'
