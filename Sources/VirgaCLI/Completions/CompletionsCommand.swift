import ArgumentParser
import VirgaRuntime

struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the completion script of a shell.",
    discussion: """
      bash: eval "$(virga completions bash)" in ~/.bashrc
      zsh: virga completions zsh > ~/.zfunc/_virga, in a folder of $fpath
      fish: virga completions fish > ~/.config/fish/completions/virga.fish
      """)

  enum Shell: String, ExpressibleByArgument, CaseIterable { case bash, zsh, fish }

  @Argument(help: "The shell.")
  var shell: Shell

  func run() throws { Output.document(CompletionScript.text(for: shell)) }
}

/// The script that the argument parser makes, extended so that a line without a subcommand completes as `virga open`.
enum CompletionScript {
  static func text(for shell: CompletionsCommand.Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static var bash: String {
    let script = VirgaCommand.completionScript(for: .bash)
    return script.replacing("complete -o filenames -F _virga virga", with: "") + """
      _virga_or_open() {
          case "${COMP_WORDS[1]}" in
          \(VirgaCommand.commandNames.joined(separator: "|"))) ;;
          *)
              if ((COMP_CWORD > 1)) || [[ "${2}" == -* ]]; then
                  local -a COMP_WORDS=("${COMP_WORDS[0]}" open "${COMP_WORDS[@]:1}")
                  local COMP_LINE="${COMP_LINE/ / open }"
                  ((COMP_POINT += 5, COMP_CWORD += 1))
              fi
              ;;
          esac
          _virga "${@}"
          if ((COMP_CWORD == 1)); then
              COMPREPLY+=($(IFS=$'\\n' compgen -f -- "${2}"))
          fi
      }

      complete -o filenames -F _virga_or_open virga

      """
  }

  private static var zsh: String {
    let script = VirgaCommand.completionScript(for: .zsh)
    let parts = script.split(separator: "if [[ \"${funcstack[1]}\" = _virga ]]; then")
    return parts[0] + """
      _virga_or_open() {
          if ((CURRENT == 2)) && [[ "${words[2]}" != -* ]]; then
              _virga "${@}"
              local ret=$?
              _files && ret=0
              return ret
          fi
          case "${words[2]}" in
          \(VirgaCommand.commandNames.joined(separator: "|"))) ;;
          *)
              words=("${words[1]}" open "${(@)words[2,-1]}")
              ((CURRENT++))
              ;;
          esac
          _virga "${@}"
      }

      if [[ "${funcstack[1]}" = _virga ]]; then
          _virga_or_open "${@}"
      else
          compdef _virga_or_open virga
      fi

      """
  }

  private static var fish: String {
    let script = VirgaCommand.completionScript(for: .fish)
    let tokens = "set -l unparsed_tokens (__virga_tokens -pc)\n"
    return script.replacing(
      tokens,
      with: tokens + """
            if test (count $unparsed_tokens) -ge 2
                contains -- $unparsed_tokens[2] \(VirgaCommand.commandNames.joined(separator: " "))
                or set unparsed_tokens $unparsed_tokens[1] open $unparsed_tokens[2..]
            else if string match -q -- '-*' (commandline -ct)
                set -a unparsed_tokens open
            end

        """) + "\ncomplete -c virga -n '__virga_should_offer_completions_for_positional \"virga\" -eq 1' -F\n"
  }
}
