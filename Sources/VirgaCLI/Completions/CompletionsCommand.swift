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

  /// Prints the script.
  func run() throws { Output.document(CompletionScript.text(for: shell)) }

  /// Refuses `--generate-completion-script`, the parser's own option.
  ///
  /// Its scripts would run what the completions of arguments declare, and expand what they print.
  ///
  /// - Throws: A usage error if the arguments ask for one.
  static func refuseCompletionScriptOfParser(_ arguments: [String]) throws {
    let options = arguments.prefix { $0 != "--" }
    guard options.contains(where: { $0.hasPrefix("--generate-completion-script") }) else { return }
    throw ValidationError("virga completions bash, zsh or fish prints a completion script")
  }
}
