import Testing
import VirgaJSON
import VirgaTestSupport

/// Stand-ins for `adb` and `xcrun` record their arguments, one a line.
@Suite("virga handoff --run and --devices") struct HandoffRunTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    for folder in ["config", "config/virga", "bin"] { place.directory.makeDirectory(folder) }
    place.directory.write(
      "apps: [{ app: mine, platform: ios, channel: beta, id: org.example.mine, scheme: mine }]\n",
      to: "config/virga/config.yaml")
    let set = try virga("config", "set", "omega", "greeting", "it's $HOME `id`!")
    try #require(set.code == 0, "\(set.errors)")
  }

  /// Runs `virga` in the session with only the stand-ins on `PATH`.
  private func virga(_ words: String...) throws -> ChildProcess {
    try VirgaProgram.run(
      words + ["--session", "s.virga", "--manifest", "good.yaml"], in: place.directory.root,
      environment: [
        "XDG_CONFIG_HOME": place.directory.path("config"), "PATH": place.directory.path("bin"),
      ])
  }

  /// Makes a stand-in that records its name and arguments, then runs `script`.
  private func makeTool(_ name: String, _ script: String) throws {
    let record = place.directory.path("record")
    try place.directory.writeScript(
      "#!/bin/sh\nprintf '%s\\n' \(name) \"$@\" >>'\(record)'\n\(script)\n", to: "bin/\(name)")
  }

  /// What the stand-ins recorded.
  private var recorded: [String] {
    let text = GoldenText.read(place.directory.path("record")) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// Runs the commands that hand off a flag and an edit; ending the app fails.
  private func handOff() throws -> ChildProcess {
    try makeTool("xcrun", #"echo "out of $2"; test "$2" != terminate"#)
    let flag = try virga("flags", "set", "alphaEnabled", "off")
    try #require(flag.code == 0, "\(flag.errors)")
    return try virga("handoff", "--app", "mine", "--channel", "beta", "--run", "--yes")
  }

  @Test("the commands are shown") func shownCommands() throws {
    let answer = try handOff()
    #expect(answer.errors.contains("xcrun simctl terminate booted org.example.mine\n"))
  }

  @Test("the commands run without a shell") func runs() throws {
    _ = try handOff()
    #expect(recorded.prefix(5) == ["xcrun", "simctl", "terminate", "booted", "org.example.mine"])
    let launch = Array(recorded.dropFirst(5))
    #expect(
      launch.prefix(7) == [
        "xcrun", "simctl", "launch", "booted", "org.example.mine", "-alphaEnabledUserPrefsKey",
        "<false/>",
      ])
    let recipes = try #require(launch.firstIndex(of: "--experiments").map { launch[$0 + 1] })
    let json = recipes.replacing("&apos;", with: "'")
    let features = try JSONValue.parse(json)["data"]?[0]?["branches"]?[0]?["features"]
    #expect(features?[0]?["value"] == ["greeting": "it's $HOME `id`!"])
  }

  @Test("ending an idle app may fail") func idleApp() throws {
    let answer = try handOff()
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(answer.output == "out of terminate\nout of launch\n")
  }

  @Test("--keep stores flags one after the other before the launch") func keeps() throws {
    try makeTool("xcrun", "")
    let flag = try virga("flags", "set", "alphaEnabled", "off")
    try #require(flag.code == 0, "\(flag.errors)")
    let answer = try virga(
      "handoff", "--app", "mine", "--channel", "beta", "--keep", "--run", "--yes")
    #expect(answer.code == 0, "\(answer.errors)")
    let stored = [
      "simctl", "spawn", "booted", "defaults", "write", "org.example.mine",
      "alphaEnabledUserPrefsKey", "-bool", "false",
    ]
    #expect(recorded.dropFirst(6).prefix(stored.count) == stored[...])
  }

  @Test("the exit code is that of the command that fails") func fails() throws {
    try makeTool("adb", "echo no devices >&2; exit 7")
    let answer = try virga(
      "handoff", "--app", "fenix", "--channel", "beta", "--device-id", "D", "--run", "--yes")
    #expect(answer.code == 7)
    #expect(answer.errors.hasSuffix("no devices\nerror: adb ended with 7\n"))
    #expect(recorded.prefix(4) == ["adb", "-s", "D", "shell"])
    #expect(recorded.count == 5)
  }

  @Test("without a terminal nothing runs unless --yes is given") func asks() throws {
    try makeTool("adb", "")
    let answer = try virga("handoff", "--app", "fenix", "--channel", "beta", "--run")
    #expect(answer.code == 2)
    #expect(answer.errors.contains("error: nothing was run: --run asks at a terminal; add --yes"))
    #expect(recorded.isEmpty)
  }

  /// A terminal that asks whether to run the commands.
  private func asking() throws -> TmuxSession {
    try makeTool("adb", "echo broadcast done")
    let session = try TmuxSession(
      "PATH=\"$PWD/bin:$PATH\" virga handoff --session s.virga --manifest good.yaml "
        + "--app fenix --channel beta --run", in: place.directory)
    try session.wait(for: "Run it? (y/n)")
    return session
  }

  @Test(
    "n runs nothing in a terminal",
    .enabled(if: SystemProgram.path(of: "tmux") != nil, "there is no tmux"))
  func declined() throws {
    let session = try asking()
    try session.press("n", "Enter")
    try session.wait(for: "nothing was run", "left 130")
    #expect(recorded.isEmpty)
  }

  @Test(
    "y runs the commands in a terminal",
    .enabled(if: SystemProgram.path(of: "tmux") != nil, "there is no tmux"))
  func agreed() throws {
    let session = try asking()
    try session.press("y", "Enter")
    try session.wait(for: "broadcast done", "left 0")
    #expect(recorded.first == "adb")
  }

  @Test(
    "a missing tool is named, with how to get it",
    arguments: [("fenix", "adb"), ("mine", "xcrun")])
  func missing(app: String, tool: String) throws {
    let answer = try virga("handoff", "--app", app, "--channel", "beta", "--run", "--yes")
    #expect(answer.code == 2)
    #expect(answer.errors.contains("error: \(tool) is not installed: install "))
  }

  @Test("options that exclude each other are refused") func excluded() throws {
    let app = ["handoff", "--app", "mine", "--channel", "beta"]
    for words in [["--run", "--link"], ["--run", "--format", "json"], ["--yes"]] {
      let answer = try VirgaProgram.run(app + words, in: place.directory.root)
      #expect(answer.code == 64, "\(words)")
    }
    #expect(try VirgaProgram.run(["handoff"], in: place.directory.root).code == 64)
  }

  /// Makes stand-ins of both tools that know a device each.
  private func makeToolsWithDevices() throws {
    try makeTool("adb", #"printf 'List of devices attached\nemulator-5554 device model:Pixel\n'"#)
    let simulators =
      #"{"devices": {"x.SimRuntime.iOS-18-2": [{"udid": "U", "name": "iPhone", "state": "Booted"}]}}"#
    try makeTool("xcrun", "printf '%s' '\(simulators)'")
  }

  @Test("--devices lists what both tools know") func devices() throws {
    try makeToolsWithDevices()
    let text = try virga("handoff", "--devices")
    #expect(text.code == 0, "\(text.errors)")
    #expect(text.output.contains("emulator-5554  Pixel"))
    #expect(
      recorded == [
        "adb", "devices", "-l", "xcrun", "simctl", "list", "devices", "--json",
      ])
  }

  @Test("--devices lists devices as JSON") func devicesAsJSON() throws {
    try makeToolsWithDevices()
    let json = try JSONValue.parse(try virga("handoff", "--devices", "--format", "json").output)
    #expect(json[1]?["id"] == "U" && json[1]?["system"] == "iOS 18.2")
    #expect(json[0]?["platform"] == "android")
  }

  @Test("a missing tool is a remark while the other one answers") func devicesOfOneTool() throws {
    try makeTool("adb", "echo List of devices attached")
    let one = try virga("handoff", "--devices")
    #expect(one.code == 0)
    #expect(one.errors.contains("note: xcrun is not installed: "))
    #expect(one.errors.contains("note: no simulator and no device was found\n"))
  }

  @Test("no tool for devices is an error") func noTool() throws {
    let empty = try TemporaryDirectory()
    let none = try VirgaProgram.run(
      ["handoff", "--devices"], in: place.directory.root, environment: ["PATH": empty.root])
    #expect(none.code == 2 && none.output.isEmpty)
    #expect(none.errors.contains("error: adb is not installed: "))
  }
}
