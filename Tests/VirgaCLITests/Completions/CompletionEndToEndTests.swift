import Testing
import VirgaTestSupport

/// Types lines and Tab into shells in a terminal.
@Suite("Shell completion")
struct CompletionEndToEndTests {
  /// The command that starts a shell, and the first line to type.
  struct Shell: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let line: String
    let setup: String

    static let all = [
      Shell(
        testDescription: "bash", line: "exec bash --norc --noprofile -i",
        setup: "PS1='> '; eval \"$(virga completions bash)\""),
      Shell(
        testDescription: "zsh", line: "exec zsh -f -i",
        setup: "PROMPT='> '; autoload -U compinit; compinit -u -D; source <(virga completions zsh)"),
      Shell(
        testDescription: "fish", line: "exec fish --no-config -i",
        setup: "function fish_prompt; echo '> '; end; virga completions fish | source"),
    ]
  }

  /// A typed line and its completion.
  private static let lines = [
    ("virga vali", "virga validate"),
    ("virga goo", "virga good.yaml"),
    ("virga --reado", "virga --readonly"),
    ("virga good.yaml --channel rel", "virga good.yaml --channel release"),
    ("virga good.yaml --feature ome", "virga good.yaml --feature omega"),
    ("virga --screen ch", "virga --screen channels"),
    ("virga --theme deu", "virga --theme deuteranopia"),
    ("virga values good.yaml --channel be", "virga values good.yaml --channel beta"),
    ("virga check good.yaml ome", "virga check good.yaml omega"),
    ("virga config set --manifest good.yaml alpha lim", "virga config set --manifest good.yaml alpha limits"),
    ("virga branch force --session s.virga spl", "virga branch force --session s.virga splash-timing"),
    ("virga branch force --recipes r.yaml tabs-grid-v2 fo", "virga branch force --recipes r.yaml tabs-grid-v2 four"),
    ("virga flags get passw", "virga flags get passwordGenerator"),
    ("virga session show --session s.v", "virga session show --session s.virga"),
  ]

  @Test("offers commands, files and names", arguments: Shell.all)
  func lines(_ shell: Shell) throws {
    guard SystemProgram.path(of: shell.testDescription) != nil, SystemProgram.path(of: "tmux") != nil else {
      print("skipped: this machine has no \(shell.testDescription) or no tmux")
      return
    }
    let place = try Workplace()
    _ = try place.virga("config", "set", "homescreen", "pinned-limit", "3", "--session", "s.virga")
    let recipes = Repository.root + "/manifests/demo/recipes.yaml"
    place.directory.write(try #require(GoldenText.read(recipes)), to: "r.yaml")
    let terminal = try TmuxSession(shell.line, columns: 100, rows: 20, in: place.directory)
    try terminal.type("\(shell.setup); echo read''y\r")
    try terminal.wait(for: "ready")
    for (typed, completed) in Self.lines {
      try terminal.type("\(typed)\t")
      try terminal.wait(for: "> \(completed)")
      try terminal.press("C-u")
      try terminal.wait(without: completed)
    }
  }

  @Test("refuses an unknown shell and names the known ones")
  func unknown() throws {
    let answer = try VirgaProgram.run(["completions", "tcsh"])
    #expect(answer.errors.contains("bash"))
    #expect(answer.code == 64)
  }

  @Test("offers nothing for a broken manifest and prints no error")
  func broken() throws {
    let place = try Workplace()
    let answer = try place.virga(
      "---completion", "values", "--", "--channel", "4", "0", "virga", "values", "broken.yaml", "--channel", "",
      environment: ["SAP_SHELL": "bash"])
    #expect(answer.output.filter { !$0.isWhitespace } == "")
    #expect(answer.errors == "")
  }
}
