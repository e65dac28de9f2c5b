/// The script that asks the program for every word that a shell completes.
///
/// It expands nothing that the program prints, and knows no command or option itself.
enum CompletionScript {
  /// The script of a shell.
  static func text(for shell: CompletionsCommand.Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let bash = #"""
    # Completions of virga for bash: virga prints the words, already quoted. It gets the values of
    # the variables on the line, so that it can list files; nothing on the line is run.
    _virga() {
        local _virga_word _virga_rest=${COMP_LINE:0:COMP_POINT}
        local _virga_name='\$\{?([A-Za-z_][A-Za-z0-9_]*)(.*)'
        local -a _virga_variables=("HOME=${HOME-}")
        COMPREPLY=()
        while [[ $_virga_rest =~ $_virga_name ]]; do
            _virga_word=${BASH_REMATCH[1]}
            _virga_rest=${BASH_REMATCH[2]}
            [[ -n ${!_virga_word+x} ]] && _virga_variables+=("$_virga_word=${!_virga_word}")
        done
        while IFS= read -r _virga_word; do
            COMPREPLY+=("$_virga_word")
        done < <(
            command virga ---complete bash "${COMP_LINE:0:COMP_POINT}" \
                "${COMP_LINE:COMP_POINT}" "$2" "${_virga_variables[@]}" 2>/dev/null
        )
    }

    complete -o nospace -F _virga virga

    """#

  private static let zsh = #"""
    #compdef virga
    # Completions of virga for zsh: virga prints the words, and zsh quotes them.
    _virga() {
        local files word prefix=$PREFIX
        local -i found=1
        local -a whole open
        if [[ $compstate[quote] == \' ]]; then
            prefix=${prefix//\'\\\'\'/\'}
        else
            prefix=${(Q)prefix}
        fi
        command virga ---complete zsh $CURRENT "$prefix" "$compstate[quote]" "${(@Q)words}" \
            2>/dev/null | {
            IFS= read -r files
            while IFS= read -r word; do
                if [[ $word == +* ]]; then open+=("${word#?}"); else whole+=("${word#?}"); fi
            done
        }
        _describe virga whole && found=0
        _describe virga open -S '' && found=0
        [[ $files == none ]] || compset -P 1 '--*='
        case $files in
        files) _path_files -g '*~*[[:cntrl:]]*' && found=0 ;;
        folders) _path_files -g '*~*[[:cntrl:]]*(-/)' && found=0 ;;
        esac
        return found
    }

    if [[ ${funcstack[1]} == _virga ]]; then
        _virga "$@"
    else
        compdef _virga virga
    fi

    """#

  private static let fish = #"""
    # Completions of virga for fish: virga prints the words, and fish quotes them.
    function __virga_complete
        set -l word (commandline -ct)
        command virga ---complete fish "$word" (commandline -opc) 2>/dev/null
    end

    complete -c virga -f -a '(__virga_complete)'

    """#
}
