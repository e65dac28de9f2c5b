import CVirgaPlatform
import Testing
import VirgaTestSupport

/// Types lines, Tab and Enter into real shells, with the completions installed as a release
/// installs them.
@Suite("Shell completion", .ownThread)
struct CompletionEndToEndTests {
  /// The command that starts a shell, and the first line to type.
  struct Shell: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let line: String
    let setup: String

    static let all = [
      Shell(
        testDescription: "bash", line: "exec bash --norc --noprofile -i",
        setup: "PS1='> '; source prefix/share/bash-completion/completions/virga"),
      Shell(
        testDescription: "zsh", line: "exec zsh -f -i",
        setup:
          "PROMPT='> '; fpath=($PWD/prefix/share/zsh/site-functions $fpath); autoload -U compinit; compinit -u -D"
      ),
      Shell(
        testDescription: "fish", line: "exec fish -i",
        setup: "set fish_autosuggestion_enabled 0; function fish_prompt; echo '> '; end"),
    ]
  }

  /// A line as it is typed before Tab, and the arguments that the program gets.
  typealias Line = (typed: String, arguments: [String])

  @Test("offers commands, files and names", arguments: Shell.all)
  func lines(_ shell: Shell) throws {
    let place = try Workplace()
    _ = try place.virga("config", "set", "homescreen", "pinned-limit", "3", "--session", "s.virga")
    let recipes = Repository.root + "/manifests/demo/recipes.yaml"
    place.directory.write(try #require(GoldenText.read(recipes)), to: "r.yaml")
    try expect(
      [
        ("virga vali", ["validate"]),
        ("virga goo", ["good.yaml"]),
        ("virga --reado", ["--readonly"]),
        ("virga good.yaml --channel rel", ["good.yaml", "--channel", "release"]),
        ("virga good.yaml --channel rel", ["good.yaml", "--channel", "release"]),
        ("virga good.yaml --channel=rel", ["good.yaml", "--channel=release"]),
        ("virga --screen ch", ["--screen", "channels"]),
        ("virga --theme deu", ["--theme", "deuteranopia"]),
        ("virga check -- good.yaml ome", ["check", "--", "good.yaml", "omega"]),
        (
          "virga compare good.yaml --channels beta,r",
          ["compare", "good.yaml", "--channels", "beta,release"]
        ),
        (
          "virga compare bad.yaml --and good.yaml@r",
          ["compare", "bad.yaml", "--and", "good.yaml@release"]
        ),
        (
          "virga config set --manifest good.yaml al",
          ["config", "set", "--manifest", "good.yaml", "alpha"]
        ),
        (
          "virga branch force --session s.virga spl",
          ["branch", "force", "--session", "s.virga", "splash-timing"]
        ),
        (
          "virga branch force --recipes r.yaml tabs-grid-v2 fo",
          ["branch", "force", "--recipes", "r.yaml", "tabs-grid-v2", "four"]
        ),
        ("virga flags get passw", ["flags", "get", "passwordGenerator"]),
        ("virga session show --session s.v", ["session", "show", "--session", "s.virga"]),
        ("virga help prob", ["help", "problems"]),
      ], in: place, shell)
  }

  @Test("completes in the middle of a line", arguments: Shell.all)
  func middle(_ shell: Shell) throws {
    let back = String(repeating: "\u{1B}[D", count: " --format json".count)
    try expect(
      [
        (
          "virga check good.yaml ome --format json\(back)",
          ["check", "good.yaml", "omega", "--format", "json"]
        )
      ],
      in: try Workplace(), shell)
  }

  /// Every name has characters that are special in a shell, and would leave a file behind if a
  /// shell ran it.
  private static let names = [
    "b`touch hacked`", "c$(touch hacked)", "d two  spaces", "e'single", "f\"double",
    "g\\back\\\\slash", "h*st?r[x]",
    "i;touch hacked;", "j!event", "k~tilde", "l#hash", "m{a,b}", "n|touch hacked|&",
    "o:colon=equals@at", "p%percent",
    "q<in>out", "r$HOME", "s,comma", "t^caret", "u(paren)", "vé\u{301}ü", "w=x", "x\u{1F980}",
    "y+plus", "z$'c'",
  ]

  @Test("inserts names whole", arguments: Shell.all)
  func hostile(_ shell: Shell) throws {
    let place = try hostilePlace()
    let features = Self.names.map { name -> Line in
      (
        "virga values hostile.yaml --feature \(name.prefix(1))",
        ["values", "hostile.yaml", "--feature", name]
      )
    }
    let quoted = Self.names.flatMap { name -> [Line] in
      ["'", "\""].map { quote in
        ("virga schema hostile.yaml \(quote)\(name.prefix(1))", ["schema", "hostile.yaml", name])
      }
    }
    try expect(features + quoted, in: place, shell)
  }

  @Test(
    "inserts channels, slugs, flags and files whole", arguments: Shell.all)
  func hostileKinds(_ shell: Shell) throws {
    let place = try hostilePlace()
    let kinds: [Line] = [
      (
        "virga values hostile.yaml --channel on",
        ["values", "hostile.yaml", "--channel", "on$(touch hacked) `x`"]
      ),
      (
        "virga values hostile.yaml --channel=on",
        ["values", "hostile.yaml", "--channel=on$(touch hacked) `x`"]
      ),
      (
        "virga compare hostile.yaml --channels al,on",
        ["compare", "hostile.yaml", "--channels", "al,on$(touch hacked) `x`"]
      ),
      (
        "virga branch force --recipes h.yaml sl",
        ["branch", "force", "--recipes", "h.yaml", "sl$(touch hacked) ug"]
      ),
      (
        "virga branch force --recipes h.yaml 'sl$(touch hacked) ug' br",
        ["branch", "force", "--recipes", "h.yaml", "sl$(touch hacked) ug", "br`touch hacked` anch"]
      ),
      (
        "virga flags get --flags f.json fl",
        ["flags", "get", "--flags", "f.json", "fl$(touch hacked) ag"]
      ),
      (
        "virga session show --session Se",
        ["session", "show", "--session", "Se$(touch hacked) `x`.virga"]
      ),
      (
        "virga session show --session=Se",
        ["session", "show", "--session=Se$(touch hacked) `x`.virga"]
      ),
      (
        "virga validate 'Fo\t", ["validate", "Fo $l\"d er/in\\side $(touch hacked)"]
      ),
      (
        "virga validate Fo\\ \\$l\\\"d\\ er/", ["validate", "Fo $l\"d er/in\\side $(touch hacked)"]
      ),
      ("virga validate Qu", ["validate", "Qu'o\"te $(touch hacked)"]),
      ("virga validate ~/T", ["validate", "\(place.directory.root)/Til de"]),
      ("virga validate Ctrl", ["validate", "Ctrl"]),
    ]
    try expect(kinds, in: place, shell)
  }

  @Test("bash completes paths with variables and the home folder") func variables() throws {
    let shell = Shell.all[0]
    let place = try Workplace()
    let root = place.directory.root
    place.directory.makeDirectory("a b")
    place.directory.write("", to: "a b/one$(touch hacked).yaml")
    place.directory.write("", to: "HOMEsick.yaml")
    let name = "a b/one$(touch hacked).yaml"
    try expect(
      [
        ("virga \"$PWD\"/goo", ["\(root)/good.yaml"]),
        ("virga $PWD/goo", ["\(root)/good.yaml"]),
        ("virga \"$PWD/goo", ["\(root)/good.yaml"]),
        ("virga ${PWD}/goo", ["\(root)/good.yaml"]),
        ("virga validate ~/goo", ["validate", "\(root)/good.yaml"]),
        ("virga \"$PWD\"/a\\ b/on", ["\(root)/\(name)"]),
        ("virga \"$PWD/a b/on", ["\(root)/\(name)"]),
        (
          "virga values \"$PWD\"/good.yaml --channel rel",
          ["values", "\(root)/good.yaml", "--channel", "release"]
        ),
        ("place='a b'\rvirga \"$place\"/on", [name]),
        ("virga \"${place}/on", [name]),
        ("virga --session=\"$place\"/on", ["--session=\(name)"]),
      ], in: place, shell)
  }

  @Test("bash runs no command in a word that is completed")
  func commands() throws {
    let place = try Workplace()
    place.directory.write("", to: "x")
    let words = [
      "$(touch hacked)/x", "`touch hacked`/x", "\"$(touch hacked)\"/x", "$PWD/$(touch hacked)x",
      "${x:=$(touch hacked)}/x", "${x[$(touch hacked)]}/x",
    ]
    let lines = words.map { word -> Line in
      ("virga \(word)\t\u{15}virga goo", ["good.yaml"])
    }
    try expect(lines, in: place, Shell.all[0])
  }

  @Test("ends the quote of a file whose name has a quote, begun in one", arguments: Shell.all)
  func quotedFiles(_ shell: Shell) throws {
    let place = try Workplace()
    let names = ["qu'ote", "zu'st and\"more", "su\\back", "tu''two"]
    for name in names { place.directory.write("", to: name) }
    place.directory.makeDirectory("fo'lder")
    place.directory.write("", to: "fo'lder/in'side")
    let lines = names.flatMap { name -> [Line] in
      let start = name.prefix(2)
      return [
        ("virga validate '\(start)", ["validate", name]),
        ("virga validate \"\(start)", ["validate", name]),
        ("virga validate \(start)", ["validate", name]),
        ("virga session show --session '\(start)", ["session", "show", "--session", name]),
      ]
    }
    let folder: [Line] = [("virga validate 'fo\t", ["validate", "fo'lder/in'side"])]
    try expect(lines + folder, in: place, shell)
  }

  private func hostilePlace() throws -> Workplace {
    let place = try Workplace()
    func key(_ name: String) -> String {
      "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    let keys = Self.names.map(key) + [#""q\u0007bell""#, #""b\nline""#]
    let features = keys.map { "  \($0): {description: d, variables: {}}\n" }.joined()
    place.directory.write(
      "about: {description: d}\nchannels: [al, \"on$(touch hacked) `x`\"]\nfeatures:\n\(features)",
      to: "hostile.yaml")
    let recipes = try #require(GoldenText.read(Repository.root + "/manifests/demo/recipes.yaml"))
    place.directory.write(
      recipes.replacing("slug: splash-timing", with: "slug: \"sl$(touch hacked) ug\"")
        .replacing("slug: control", with: "slug: \"br`touch hacked` anch\"")
        .replacing("referenceBranch: control", with: "referenceBranch: \"br`touch hacked` anch\""),
      to: "h.yaml")
    place.directory.write(
      #"{"features": [{"name": "fl$(touch hacked) ag", "description": "x", "enabled": true}]}"#,
      to: "f.json")
    for file in [
      "Se$(touch hacked) `x`.virga", "Qu'o\"te $(touch hacked)", "Til de", "Ctrl\u{7}bell",
      "Ctrl\nline",
    ] {
      place.directory.write("", to: file)
    }
    place.directory.makeDirectory("Fo $l\"d er")
    place.directory.write("", to: "Fo $l\"d er/in\\side $(touch hacked)")
    return place
  }

  @Test("refuses an unknown shell with the known ones") func unknown() throws {
    let answer = try VirgaProgram.run(["completions", "tcsh"])
    #expect(answer.errors.contains("bash"))
    #expect(answer.code == 64)
  }
}

/// Running lines in a shell.
extension CompletionEndToEndTests {
  /// Types each line with Tab and Enter, and expects the program to be called with the arguments.
  private func expect(_ lines: [Line], in place: Workplace, _ shell: Shell) throws {
    guard SystemProgram.path(of: shell.testDescription) != nil,
      SystemProgram.path(of: "tmux") != nil
    else {
      print("skipped: this machine has no \(shell.testDescription) or no tmux")
      return
    }
    try install(in: place.directory)
    // Without this folder, fish reads all manual pages of the machine in the background.
    for folder in ["data", "data/fish", "data/fish/generated_completions"] {
      place.directory.makeDirectory(folder)
    }
    let environment = [
      "XDG_DATA_HOME": place.directory.path("data"),
      "PATH": "\(place.directory.path("prefix/bin")):\(SystemProgram.searchPath)",
      "XDG_DATA_DIRS": place.directory.path("prefix/share"),
    ]
    let terminal = try TmuxSession(
      shell.line, columns: 150, rows: 50, environment: environment, in: place.directory)
    try terminal.type("\(shell.setup); echo read''y\r")
    try terminal.wait(for: "ready")
    for (index, line) in lines.enumerated() {
      try terminal.type("\(line.typed)\t\r")
      try terminal.wait(for: "ran \(index + 1)")
      let ran = GoldenText.read(place.directory.path("ran \(index + 1)")) ?? ""
      #expect(
        ran.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
          == line.arguments.map { $0[...] })
      try terminal.press("C-l")
      try terminal.wait(without: "ran \(index + 1)")
    }
    #expect(GoldenText.read(place.directory.path("hacked")) == nil)
  }

  /// Installs a release whose program answers for completions, and else only stores its arguments.
  private func install(in directory: TemporaryDirectory) throws {
    let program = """
      #!/bin/sh
      case $1 in
      ---*) exec \(VirgaProgram.path) "$@" ;;
      --version) exit ;;
      esac
      number=1
      while [ -e "ran $number" ]; do number=$((number + 1)); done
      printf '%s\\0' "$@" >"ran $number"
      echo "ran $number"

      """
    let installer = try #require(GoldenText.read("\(Repository.root)/.scripts/install"))
    var files = [
      "install": installer, "bin/virga": program, "share/man/man1/virga.1": "",
      "share/doc/virga/changelog.md": "", "share/doc/virga/THIRD-PARTY-NOTICES": "",
    ]
    files["share/bash-completion/completions/virga"] = try script(of: "bash")
    files["share/zsh/site-functions/_virga"] = try script(of: "zsh")
    files["share/fish/vendor_completions.d/virga.fish"] = try script(of: "fish")
    directory.makeDirectory("release")
    for (name, text) in files {
      var folder = "release"
      for part in name.split(separator: "/").dropLast() {
        folder += "/\(part)"
        directory.makeDirectory(folder)
      }
      directory.write(text, to: "release/\(name)")
    }
    let answer = try ChildProcess.run(
      [
        "/bin/sh", "-c", "chmod +x bin/virga; exec bash ./install \"$1\"", "sh",
        directory.path("prefix"),
      ],
      environment: SystemProgram.environment, folder: directory.path("release"))
    try #require(answer.code == 0, "\(answer.errors)")
  }

  private func script(of shell: String) throws -> String {
    try VirgaProgram.run(["completions", shell]).output
  }
}
