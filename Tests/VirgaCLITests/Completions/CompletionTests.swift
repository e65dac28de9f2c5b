import Testing
import VirgaRuntime
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaCLI

/// What is offered at a place of a line, before a shell gets it.
@Suite("Completion")
struct CompletionTests {
  private let place: Workplace
  private let machine: Machine

  init() throws {
    place = try Workplace()
    var machine = Machine.current
    machine.workingFolder = place.directory.root
    machine.environment = ["HOME": place.directory.root]
    self.machine = machine
  }

  private func candidates(
    _ before: String, _ prefix: String = "", after: String = ""
  ) -> CompletionCandidates {
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    let line = TypedLine(before: words(before), prefix: prefix, after: words(after))
    return Completion(of: line, machine).candidates
  }

  private func words(_ before: String, _ prefix: String = "", after: String = "") -> [String] {
    candidates(before, prefix, after: after).words.map(\.text)
  }

  @Test("a line without a subcommand offers commands, files and the options of the console")
  func start() {
    let found = candidates("")
    #expect(found.words.map(\.text) == VirgaCommand.commandNames)
    #expect(found.words.allSatisfy { !$0.note.isEmpty })
    #expect(found.files == .files)
    #expect(words("", "--").contains("--readonly") && words("", "--").contains("--version"))
    #expect(words("good.yaml --channel") == ["beta", "release"])
  }

  @Test("subcommands of a group are offered with what they do")
  func groups() {
    #expect(words("context") == ["set", "drop"])
    #expect(words("flags", "--") == ["--help"])
    #expect(words("context nothing").isEmpty)
    #expect(words("fml experimenter good.yaml e.yaml --channel") == ["beta", "release"])
  }

  @Test("options are offered with their meaning until they are given")
  func options() {
    let found = words("values good.yaml --channel beta --feature alpha", "--")
    #expect(
      !found.contains("--channel") && found.contains("--feature") && found.contains("--explain"))
    #expect(candidates("values", "--").words.allSatisfy { !$0.note.isEmpty })
    #expect(words("values --offline --cache-dir x good.yaml --feature") == ["alpha", "omega"])
  }

  @Test("a value follows its option in the same word or the next one")
  func values() {
    #expect(words("values good.yaml", "--channel=re") == ["--channel=beta", "--channel=release"])
    #expect(words("values good.yaml --format") == ["text", "json", "yaml"])
    #expect(candidates("values good.yaml", "--session=").files == .files)
    #expect(candidates("validate --cache-dir").files == .folders)
    #expect(words("validate --severity") == ["error", "warning", "hint"])
    #expect(words("validate --ignore").contains("missing-metadata"))
    #expect(candidates("validate --write-baseline").files == .files)
    #expect(candidates("fml generate good.yaml").files == .files)
    #expect(words("values good.yaml --config") == ["alpha=", "omega="])
    let configs = words("values good.yaml --config", "alpha=go")
    #expect(configs == ["alpha=bad.yaml", "alpha=broken.yaml", "alpha=good.yaml"])
  }

  @Test("after -- every word is an argument")
  func terminator() {
    #expect(words("check -- good.yaml") == ["alpha", "omega"])
    #expect(words("check -- good.yaml", "--") == ["alpha", "omega"])
  }

  @Test("words after the cursor count")
  func after() {
    #expect(words("config set", after: "--manifest good.yaml") == ["alpha", "omega"])
    #expect(words("values --channel", after: "good.yaml") == ["beta", "release"])
    #expect(words("values --channel", "be", after: "good.yaml") == ["beta", "release"])
  }

  @Test("a list of channels goes on after a comma with those that it lacks")
  func lists() {
    #expect(words("compare good.yaml --channels") == ["beta", "release"])
    #expect(words("compare good.yaml") == ["beta", "release"])
    #expect(candidates("compare good.yaml", "").files == .files)
    #expect(words("values good.yaml") == ["alpha", "omega"])
    #expect(words("compare good.yaml --channels", "beta,r") == ["beta,release"])
    #expect(words("compare good.yaml", "--channels=release,") == ["--channels=release,beta"])
  }

  @Test("a further manifest is offered with its channels")
  func manifestChannels() {
    #expect(words("compare good.yaml --and", "go") == ["bad.yaml", "broken.yaml", "good.yaml"])
    #expect(candidates("compare good.yaml --and", "go").words.allSatisfy { !$0.isComplete })
    for typed in ["good.yaml", "good.yaml@", "good.yaml@re"] {
      let found = words("compare bad.yaml --and", typed)
      #expect(found.suffix(2) == ["good.yaml@beta", "good.yaml@release"])
    }
    #expect(
      words("", "--and=good.yaml@").suffix(2) == [
        "--and=good.yaml@beta", "--and=good.yaml@release",
      ])
  }

  @Test("help offers topics, commands and the codes of problems")
  func help() {
    let found = words("help")
    #expect(Set(found).isSuperset(of: ["console", "keys", "topics", "flags", "fml"]))
    #expect(words("help context") == ["set", "drop"])
    #expect(words("help problems").contains("unknown-type"))
    #expect(words("help console").isEmpty)
  }

  @Test("languages, kinds of events and attributes are offered")
  func knownNames() throws {
    #expect(words("fml generate good.yaml x --language") == ["swift", "kotlin"])
    #expect(
      Set(words("events --kind")).isSuperset(of: ["enrollment", "exposure", "set", "undo", "redo"]))
    #expect(Set(words("context set")).isSuperset(of: ["locale", "is_first_run"]))
    _ = try place.virga(
      "context", "set", "mood", "good", "--session", "s.virga", "--manifest", "good.yaml")
    let session = place.directory.path("s.virga")
    #expect(words("context set", after: "--session \(session)").contains("mood"))
    #expect(words("context drop --session \(session)").contains("mood"))
    #expect(!words("context drop --session \(session)").contains("is_first_run"))
  }

  @Test("attributes are those of the app that the context or the session names")
  func attributesOfApp() throws {
    func expect(_ found: [String], has: [String], lacks: [String]) {
      #expect(Set(found).isSuperset(of: has) && Set(found).isDisjoint(with: lacks), "\(found)")
    }
    for (app, has, lacks) in [
      ("fenix", ["locale", "tou_points"], ["is_phone"]),
      ("firefox_ios", ["locale", "is_phone"], ["tou_points"]),
      ("focus_ios", ["locale", "app_version"], ["tou_points", "is_phone", "addon_ids"]),
      ("focus_android", ["locale"], ["tou_points", "is_phone"]),
      ("mine", ["locale", "tou_points", "is_phone"], []),
    ] {
      place.directory.write("{app_name: \(app), own_thing: 1}", to: "\(app).yaml")
      let context = "--context \(app).yaml"
      expect(words("evaluate \(context)"), has: has + ["own_thing"], lacks: lacks)
      expect(words("evaluate", after: context), has: has + ["own_thing"], lacks: lacks)
      _ = try place.virga(
        "context", "set", "app_name", app, "--session", "\(app).virga", "--manifest", "good.yaml")
      let session = "--session \(place.directory.path("\(app).virga"))"
      expect(words("context set", after: session), has: has, lacks: lacks)
    }
  }

  @Test("an expression goes on with an attribute") func attributes() {
    #expect(words("evaluate", "is_first").contains("is_first_run"))
    #expect(candidates("evaluate", "is_first").words.allSatisfy { !$0.isComplete })
    for lead in ["", "(", "locale == 'de' && ", "!", "['a', ", "is_phone||", "a ? "] {
      #expect(words("evaluate", "\(lead)loc").contains("\(lead)locale"), "\(lead)")
    }
  }

  @Test("an expression goes on with a transform after |") func transforms() {
    #expect(words("evaluate", "app_version|ver").contains("app_version|versionCompare"))
    #expect(words("evaluate", "app_version | ").contains("app_version | versionCompare"))
    #expect(!words("evaluate", "app_version|").contains("app_version|locale"))
  }

  @Test("nothing is offered in a literal of an expression") func literals() {
    for typed in ["'lo", "locale == \"lo", "enrollments_map.lo", "12", "'it\\'s lo"] {
      #expect(words("evaluate", typed).isEmpty, "\(typed)")
    }
  }

  @Test("attributes of the configuration are offered")
  func configuredAttributes() {
    place.directory.makeDirectory(".config")
    place.directory.makeDirectory(".config/virga")
    place.directory.write("attributes: [has_widget]\n", to: ".config/virga/config.yaml")
    #expect(words("evaluate", "has_w").contains("has_widget"))
    #expect(words("context set").contains("has_widget"))
  }

  @Test("recipes are files and live ones of known apps") func liveRecipes() {
    place.directory.makeDirectory(".config")
    place.directory.makeDirectory(".config/virga")
    place.directory.write(
      "recipes: {app: shop, server: https://example.com/c, collection: s}\n",
      to: ".config/virga/config.yaml")
    for line in ["simulate --recipes", "recipes add", "recipes list"] {
      let found = candidates(line)
      #expect(found.words.map(\.text).prefix(2) == ["nimbus:shop", "nimbus:fenix"])
      #expect(found.files == .files)
    }
  }

  @Test("apps and channels of a handoff are those with builds")
  func handoff() {
    let known = Set((HandoffTarget.known + DemoManifest.handoffTargets).map(\.app)).sorted()
    #expect(words("handoff --app") == known)
    #expect(words("handoff --app cirrus --channel") == ["beta", "developer", "nightly", "release"])
    #expect(words("handoff --app nothing --channel").isEmpty)
  }

  @Test("names that a terminal cannot show on one line are not offered")
  func unprintable() {
    let names = [
      "a\\nb", "c\\u2028d", "e\\u0007f", "g\\u202Eh", "i\\u009Bj", "k\\u0085l", "m n", "o\\u0301",
      "p$(q)",
    ]
    let features = names.map { "  \"\($0)\": {description: d, variables: {}}" }.joined(
      separator: "\n")
    place.directory.write(
      "about: {description: d}\nchannels: [only]\nfeatures:\n\(features)\n", to: "odd.yaml")
    #expect(words("values odd.yaml --feature") == ["m n", "o\u{301}", "p$(q)"])
  }

  @Test("files are those of the typed folder, where folders end in a slash")
  func files() {
    place.directory.makeDirectory("f")
    place.directory.write("", to: "f/x $y.yaml")
    place.directory.write("", to: "f/.hidden")
    place.directory.makeDirectory("f/g")
    let files = FileCandidates(machine)
    #expect(files.list("f/").map(\.text) == ["f/g/", "f/x $y.yaml"])
    #expect(
      files.list("f/", foldersOnly: true) == [CompletionCandidate(text: "f/g/", isComplete: false)])
    #expect(files.list("f/.h").map(\.text).contains("f/.hidden"))
    #expect(files.list("~/f/").map(\.text) == ["~/f/g/", "~/f/x $y.yaml"])
  }

  @Test(
    "a broken or missing manifest offers nothing",
    arguments: ["broken.yaml", "none", "-"])
  func broken(_ manifest: String) throws {
    let answer = try place.virga(
      "---complete", "fish", "", "virga", "values", manifest, "--channel")
    #expect(answer.output == "")
    #expect(answer.errors == "")
    #expect(answer.code == 0)
  }

  @Test("the parser's own scripts are not printed")
  func parserScripts() throws {
    for arguments in [
      ["--generate-completion-script", "bash"], ["fml", "--generate-completion-script=zsh"],
    ] {
      let answer = try VirgaProgram.run(arguments)
      #expect(answer.output == "")
      #expect(answer.errors.contains("virga completions"))
      #expect(answer.code != 0)
    }
  }
}
