import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaYAML

@Suite("virga handoff")
struct HandoffCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.makeDirectory("config")
    place.directory.makeDirectory("config/virga")
    place.directory.write(
      "apps: [{ app: mine, platform: ios, channel: beta, id: org.example.mine, scheme: mine }]\n",
      to: "config/virga/config.yaml")
  }

  private func handoff(_ words: String...) throws -> ChildProcess { try handoff(words) }

  private func handoff(_ words: [String]) throws -> ChildProcess {
    try VirgaProgram.run(
      ["handoff", "--session", "s.virga", "--manifest", "good.yaml"] + words,
      in: place.directory.root,
      environment: ["XDG_CONFIG_HOME": place.directory.root + "/config"])
  }

  private func edit() throws {
    let set = try VirgaProgram.run(
      [
        "config", "set", "omega", "greeting", "\"hi\"", "--session", "s.virga", "--manifest",
        "good.yaml",
      ],
      in: place.directory.root)
    try #require(set.code == 0)
  }

  @Test("an app from the config file is launched with the session's edits")
  func launchesAnAppOfTheConfigFile() throws {
    try edit()
    let answer = try handoff("--app", "mine", "--channel", "beta")
    #expect(answer.code == 0)
    #expect(
      answer.output.contains(
        "xcrun simctl launch booted org.example.mine --nimbus-cli --version 1 --reset-db"))
    #expect(answer.output.contains(#""value":{"greeting":"hi"}"#))
    let link = try handoff("--app", "mine", "--channel", "beta", "--link")
    #expect(link.output.hasPrefix("mine://noop?--nimbus-cli&--is-launcher&--experiments=%7B"))
  }

  @Test("commands keep the exact text, even if a terminal could not show it")
  func bringsTheText() throws {
    let text = "\u{1F468}\u{200D}\u{1F469} \u{2764}\u{FE0F}\u{200B}"
    let set = try VirgaProgram.run(
      [
        "config", "set", "omega", "greeting", text, "--session", "s.virga", "--manifest",
        "good.yaml",
      ],
      in: place.directory.root)
    try #require(set.code == 0)
    let answer = try handoff("--app", "mine", "--channel", "beta")
    let argument = try #require(
      answer.output.split(separator: "--experiments '").last?.split(separator: "' --log").first)
    let value = try JSONValue.parse(String(argument))["data"]?[0]?["branches"]?[0]?["features"]?[
      0]?["value"]
    #expect(
      value?["greeting"]?.stringValue?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }

  @Test(
    "the config file is the console's, whatever a relative XDG_CONFIG_HOME says",
    arguments: ["", "config"])
  func configFile(_ folder: String) throws {
    try edit()
    for folder in ["home", "home/.config", "home/.config/virga"] {
      place.directory.makeDirectory(folder)
    }
    place.directory.write(
      "apps: [{ app: homely, platform: ios, channel: beta, id: org.example.homely }]\n",
      to: "home/.config/virga/config.yaml")
    let answer = try VirgaProgram.run(
      [
        "handoff", "--session", "s.virga", "--manifest", "good.yaml", "--app", "homely",
        "--channel", "beta",
      ],
      in: place.directory.root,
      environment: ["XDG_CONFIG_HOME": folder, "HOME": place.directory.root + "/home"])
    #expect(answer.code == 0)
    #expect(answer.output.contains("org.example.homely"))
  }

  @Test("JSON output holds the commands and the recipes")
  func answersInJSON() throws {
    try edit()
    let answer = try handoff(
      "--app", "fenix", "--platform", "android", "--channel", "beta", "--format", "json")
    let json = try #require(JSONValue.parse(answer.output).objectValue)
    #expect(json["id"] == "org.mozilla.firefox_beta")
    #expect(json["commands"]?.arrayValue?.count == 1)
    #expect(json["payload"]?["data"]?[0]?["slug"] == "virga-edits")
  }

  @Test("JSON output warns of settings that a link does not carry, and does not list them")
  func settingsOfALink() throws {
    try edit()
    let set = try VirgaProgram.run(
      ["flags", "set", "alphaEnabled", "off", "--session", "s.virga", "--manifest", "good.yaml"],
      in: place.directory.root)
    try #require(set.code == 0, "\(set.errors)")
    let app = ["--app", "mine", "--channel", "beta", "--format", "json"]
    let launch = try JSONValue.parse(handoff(app).output)
    #expect(launch["settings"]?[0]?["key"] == "alphaEnabledUserPrefsKey")
    let link = try JSONValue.parse(handoff(app + ["--deeplink", "home"]).output)
    #expect(link["settings"] == [])
    let warnings = link["warnings"]?.arrayValue ?? []
    let key = "alphaEnabledUserPrefsKey"
    #expect(
      warnings.contains(
        .string("not handed off: preference \(key) (a link carries only recipes)")))
  }

  @Test("attributes of the client are listed as left out") func context() throws {
    try edit()
    let set = try VirgaProgram.run(
      ["context", "set", "locale", "de-DE", "--session", "s.virga", "--manifest", "good.yaml"],
      in: place.directory.root)
    try #require(set.code == 0, "\(set.errors)")
    let answer = try handoff("--app", "mine", "--channel", "beta", "--format", "json")
    #expect(answer.errors.contains("warning: not handed off: locale"))
    let omitted = try #require(JSONValue.parse(answer.output)["omitted"]?.arrayValue)
    #expect(omitted.contains { $0["kind"] == "context" && $0["name"] == "locale" })
  }

  @Test("--output writes recipes that enroll can read")
  func writesTheRecipes() throws {
    try edit()
    #expect(try handoff("--app", "mine", "--channel", "beta", "--output", "out.json").code == 0)
    place.directory.write(#"{"app_name": "mine", "channel": "beta"}"#, to: "context.json")
    let answer = try place.virga(
      "enroll", "--recipes", "out.json", "--context", "context.json", "--client-id",
      Sample.clientID, "--format", "json")
    #expect(answer.code == 0)
    #expect(answer.output.contains("Qualified"))
  }

  @Test(
    "--output writes YAML if the file name ends in .yaml or .yml",
    arguments: ["out.yaml", "out.yml"])
  func writesYAML(_ name: String) throws {
    try edit()
    #expect(try handoff("--app", "mine", "--channel", "beta", "--output", "out.json").code == 0)
    #expect(try handoff("--app", "mine", "--channel", "beta", "--output", name).code == 0)
    let yaml = try #require(GoldenText.read(place.directory.path(name)))
    #expect(yaml.hasPrefix("data:\n- "))
    let json = try JSONValue.parse(try #require(GoldenText.read(place.directory.path("out.json"))))
    #expect(LocatedText(SourceText(name: name, text: yaml)).json == json)
  }

  @Test("a mistake in an app of the config file is reported without hiding the other apps")
  func mistakenApp() throws {
    try edit()
    place.directory.write(
      "apps:\n- { app: mine, platform: ios, channel: beta, id: org.example.mine }\n- { app: bad }\n",
      to: "config/virga/config.yaml")
    let answer = try handoff("--app", "mine", "--channel", "beta")
    #expect(answer.code == 0)
    #expect(answer.errors.contains("config.yaml:3:3"))
  }

  @Test("an invalid patch file is refused") func invalidPatch() throws {
    try edit()
    place.directory.write("[1]", to: "patch.json")
    let patched = try handoff("--app", "mine", "--channel", "beta", "--patch", "patch.json")
    #expect(patched.code == 1)
    #expect(patched.errors.contains("a patch is an object of configs"))
  }

  @Test("an unsupported launch is refused") func unsupportedLaunch() throws {
    try edit()
    let legacy = try handoff("--app", "mine", "--channel", "beta", "--legacy-open")
    #expect(legacy.code == 1)
    #expect(legacy.errors.contains("an activity can only be started on Android"))
  }

  @Test("--deeplink names the page of a link") func page() throws {
    try edit()
    let page = try handoff("--app", "mine", "--channel", "beta", "--link", "--deeplink", "home")
    #expect(page.output.hasPrefix("mine://home?--nimbus-cli&--experiments=%7B"))
  }

  /// Forces a branch whose config does not match the manifest.
  private func forceInvalidConfig() throws {
    place.directory.write(
      Sample.entry("greeting", ["control": ["omega": ["greeting": 3]]]).compact, to: "recipe.json")
    let forced = try VirgaProgram.run(
      [
        "branch", "force", "greeting", "control", "--recipes", "recipe.json", "--session",
        "s.virga", "--manifest", "good.yaml",
      ], in: place.directory.root)
    try #require(forced.code == 0, "\(forced.errors)")
  }

  @Test("a config with errors is not handed off") func invalidConfig() throws {
    try forceInvalidConfig()
    let refused = try handoff("--app", "mine", "--channel", "beta")
    #expect(refused.errors.hasPrefix("error: not handed off: `omega` of `greeting`: "))
    let note = "note: fix the config, or hand off other values: --patch FILE for a branch"
    #expect(refused.errors.contains("\n\(note)"))
    #expect((refused.output, refused.code) == ("", 1))
  }

  @Test("a patch replaces a config with errors") func patchedConfig() throws {
    try forceInvalidConfig()
    place.directory.write(#"{"omega": {"greeting": "hi"}}"#, to: "patch.json")
    let patched = try handoff("--app", "mine", "--channel", "beta", "--patch", "patch.json")
    #expect(patched.code == 0, "\(patched.errors)")
    #expect(patched.output.contains(#""value":{"greeting":"hi"}"#))
  }

  @Test("a session without overrides is refused") func noOverrides() throws {
    let empty = try handoff("--app", "mine", "--channel", "beta")
    #expect(empty.code == 1 && empty.output.isEmpty)
    #expect(
      empty.errors
        == "error: not handed off: no branch is forced, nothing is edited, and no flag or app setting is set\n"
    )
  }

  @Test("an unknown app is refused with the closest one") func unknownApp() throws {
    let unknown = try handoff("--app", "min", "--channel", "beta")
    #expect(unknown.code == 64)
    #expect(unknown.errors.contains("unknown app min; did you mean `mine`?\n"), "\(unknown.errors)")
  }

  @Test("a channel without a build is refused") func noBuild() throws {
    #expect(try handoff("--app", "mine", "--channel", "nightly").code == 64)
  }
}
