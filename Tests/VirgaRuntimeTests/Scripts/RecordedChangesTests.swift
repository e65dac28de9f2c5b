import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole
@testable import VirgaRuntime

@Suite("Recorded changes") struct RecordedChangesTests {
  @Test(
    "a change is recorded as the command that a person would type",
    arguments: [
      TestRow(
        "a value",
        (["select homescreen", "set greeting Hi"], ["select homescreen", #"set greeting "Hi""#])),
      TestRow(
        "a value and its removal",
        (
          [
            "select homescreen", "set sections-enabled.pocket false",
            "drop value sections-enabled.pocket",
          ],
          [
            "select homescreen", "set sections-enabled.pocket false", "select homescreen",
            "drop value sections-enabled.pocket",
          ]
        )),
      TestRow(
        "values of a feature, and the removal of one",
        (
          [#"set {"homescreen": {"greeting": "Hi"}}"#, "drop edit homescreen greeting"],
          [#"set {"homescreen":{"greeting":"Hi"}}"#, "drop edit homescreen greeting"]
        )),
      TestRow(
        "a whole config and its removal",
        (
          ["select homescreen", #"edit {"greeting": "Hi", "pinned-limit": 3}"#, "edit {}"],
          [
            "select homescreen", #"edit-config {"greeting":"Hi","pinned-limit":3}"#,
            "select homescreen",
            "edit-config {}",
          ]
        )),
      TestRow(
        "the removal of an edit",
        (
          [#"set {"homescreen": {"greeting": "Hi"}}"#, "drop edit homescreen"],
          [#"set {"homescreen":{"greeting":"Hi"}}"#, "drop edit homescreen"]
        )),
      TestRow(
        "a channel, also the next one",
        (["channel beta", "next-channel"], ["channel beta", "channel release"])),
      TestRow(
        "a flag",
        (
          [
            "flag set sentFromCirrus off", "flag set sentFromCirrus on debug",
            "flag drop sentFromCirrus",
          ],
          [
            "flag set sentFromCirrus off", "flag set sentFromCirrus on debug",
            "flag drop sentFromCirrus",
          ]
        )),
      TestRow(
        "a draw and weights",
        (
          [
            "flag set Fast tabs 15 draw", "flag set Fast tabs 20,80 weights",
            "flag clear Fast tabs draw",
          ],
          [
            "flag set Fast tabs 15.0 draw", "flag set Fast tabs 20.0,80.0 weights",
            "flag clear Fast tabs draw",
          ]
        )),
      TestRow(
        "a forced branch",
        (
          ["branch homepage-order-2026=treatment-a", "drop branch homepage-order-2026"],
          ["force-branch homepage-order-2026 treatment-a", "drop branch homepage-order-2026"]
        )),
      TestRow("an opt-out", (["opt-out homepage-order-2026"], ["opt-out homepage-order-2026"])),
      TestRow(
        "a recipe that is removed", (["remove-recipe zoom-levels"], ["remove-recipe zoom-levels"])),
      TestRow(
        "an attribute",
        (
          ["set-context flavour dark red", "drop-context flavour"],
          [#"set-context flavour "dark red""#, "drop-context flavour"]
        )),
      TestRow(
        "the clock",
        (
          ["clock 2026-01-01T00:00:00Z", "clock +1d", "clock run", "clock +14d", "clock now-2h"],
          [
            "clock 2026-01-01T00:00:00Z", "clock +86400s", "clock run", "clock +1209600s",
            "clock now-7200s",
          ]
        )),
      TestRow("a behavioral event", (["record-event opened 3"], ["record-event opened 3"])),
      TestRow(
        "participation",
        (
          ["take-part rollouts off", "take-part rollouts"],
          ["take-part rollouts off", "take-part rollouts on"]
        )),
      TestRow("an evaluation", (["evaluate-again"], ["evaluate-again"])),
      TestRow("an exposure", (["expose homescreen"], ["expose homescreen"])),
      TestRow(
        "undo and redo",
        (
          ["select homescreen", "set greeting Hi", "undo", "redo", "drop-all yes"],
          [
            "select homescreen", #"set greeting "Hi""#, "undo edit homescreen",
            "redo edit homescreen",
            "drop-all yes",
          ]
        )),
      TestRow(
        "all overrides that are dropped",
        (
          [
            #"set {"homescreen": {"greeting": "Hi"}}"#, #"set {"search": {"wait-ms": 200}}"#,
            "drop-all yes",
          ],
          [
            #"set {"homescreen":{"greeting":"Hi"}}"#, #"set {"search":{"wait-ms":200}}"#,
            "drop-all yes",
          ]
        )),
    ] as [TestRow<([String], [String])>])
  func typed(_ row: TestRow<([String], [String])>) throws {
    let (done, lines) = row.values
    var console = try RecordedConsole()
    for line in done { console.run(line) }
    #expect(console.lines == lines, "\(console.events)")
    expectRepetition(of: console, on: try RecordedConsole())
  }

  @Test("moving, filtering, folding and what is refused are not recorded") func noChanges() throws {
    var console = try RecordedConsole()
    console.press("j", "j", "Enter", "3", "=", "1", "1", "/")
    console.type("home")
    console.press("Enter", "Space")
    console.run("select nothing", "set x 1", "channel nowhere", "undo nothing")
    #expect(console.lines == [])
  }

  @Test("a key is recorded as the change that it makes") func keys() throws {
    var console = try RecordedConsole()
    console.run("channel nightly", "flags", "select-flag sentFromCirrus")
    console.press("Space", "s", "Space", "Del", "d")
    #expect(
      console.lines == [
        "channel nightly", "flag set sentFromCirrus off", "flag set sentFromCirrus off debug",
        "flag clear sentFromCirrus debug", "flag drop sentFromCirrus",
      ])
    expectRepetition(of: console, on: try RecordedConsole())
  }

  /// A console in which a text was applied in the config editor.
  private func consoleWithAppliedText() throws -> RecordedConsole {
    var console = try RecordedConsole()
    console.run("select homescreen")
    console.press("i", "Alt-a")
    console.type(#"{"greeting": "Hi"}"#)
    console.press("Ctrl-S")
    return console
  }

  @Test("a text applied in the config editor is recorded as a config") func texts() throws {
    let console = try consoleWithAppliedText()
    #expect(console.lines == ["select homescreen", #"edit-config {"greeting":"Hi"}"#])
  }

  @Test("a draft is recorded as a change of the draft") func drafts() throws {
    var console = try consoleWithAppliedText()
    console.press("i", "Alt-a")
    console.type(#"{"greeting": 1}"#)
    console.press("Esc", "Esc")
    #expect(
      console.lines.count == 3 && console.lines[2].hasPrefix(#"perform {"label":"keep a draft of"#))
    #expect(console.lines[2].hasSuffix(#""step":false}"#))
    expectRepetition(of: console, on: try RecordedConsole())
  }

  @Test(
    "a change without a command of its own is recorded as one operation",
    arguments: [
      TestRow(
        "draws of several flags",
        [
          "flags", "select-flag Fast tabs", "mark", "select-flag Checkout colour", "mark",
          "draw-again",
        ]),
      TestRow(
        "values of several variables",
        ["select homescreen", "go sections-enabled.pocket", "mark", "mark", "toggle"]),
      TestRow("recipes of a file", ["load-recipes more.json"]),
      TestRow("an imported session", ["session-import other.json"]),
      TestRow("a reset client", ["set-context flavour vanilla", "reset-client all"]),
    ])
  func operations(_ row: TestRow<[String]>) throws {
    let lines = row.values
    var console = try RecordedConsole()
    for line in lines { console.run(line) }
    #expect(
      console.lines.last?.hasPrefix("perform {") == true, "\(console.lines) \(console.events)")
    expectRepetition(of: console, on: try RecordedConsole())
    console.run("undo")
    expectRepetition(of: console, on: try RecordedConsole())
  }

  @Test("undo of what the options added is not asked for in a script") func undoOfOptions() throws {
    var opening = DemoManifest.opening
    opening.isAskedFor = true
    func start() throws -> RecordedConsole { try RecordedConsole(opening: opening) }
    var console = try start()
    console.press("u", "u")
    #expect(console.lines.count == 1 && console.lines[0].hasPrefix("undo "))
    expectRepetition(of: console, on: try start())
  }

  @Test("a run for a client with another drawn id has the recorded one and its enrollments")
  func drawnClient() throws {
    var opening = DemoManifest.opening
    opening.context.remove("nimbus_id")
    func start(_ end: Int) throws -> RecordedConsole {
      try RecordedConsole(opening: opening, drawing: "00000000-0000-4000-8000-00000000000\(end)")
    }
    var console = try start(1)
    console.run("branch homepage-order-2026=treatment-a", "undo", "evaluate-again")
    let other = try start(2)
    let (session, refused) = console.repeated(on: other)
    #expect(refused == nil)
    #expect(entries(of: session) == entries(of: console.model.session))
    #expect(entries(of: other.model.session) != entries(of: console.model.session))
  }

  /// Some of them, because each takes a console; the words of a line are tested with all.
  private static let hostileNames =
    HostileText.all.enumerated().filter { $0.offset.isMultiple(of: 41) }.map(\.element) + [
      "a\nundo"
    ]

  @Test(
    "names with blanks, quotes and line breaks are recorded and read back",
    arguments: hostileNames)
  func hostileName(_ name: String) throws {
    func start() throws -> RecordedConsole {
      var opening = DemoManifest.opening
      var recipe = try #require(opening.recipes.first?.json)
      recipe["slug"] = .string(name)
      opening.recipes += RecipeBatch(.array([.object(recipe)])).recipes
      return try RecordedConsole(opening: opening)
    }
    var console = try start()
    console.run(Invocation("set-context", JSONValue.object([name: 1]).compact).line)
    console.run(Invocation("remove-recipe", name).line, "undo")
    console.run(Invocation("record-event", name).line)
    expectRepetition(of: console, on: try start())
  }
}

@Suite("Recordings of random changes") struct EndToEndRecordingTests {
  /// `VIRGA_REPLAY_SEEDS=400` tries more seeds.
  private static let count = Repository.environment("VIRGA_REPLAY_SEEDS").flatMap(Int.init) ?? 8

  @Test("running a recording of random changes leads to the same session", arguments: 1...count)
  func repeated(seed: Int) throws {
    var console = try RecordedConsole()
    console.act(seed: seed)
    expectRepetition(of: console, on: try RecordedConsole())
  }
}

/// Expects that a run of the script on the same start ends with the same session.
private func expectRepetition(
  of console: RecordedConsole, on start: RecordedConsole,
  at location: SourceLocation = #_sourceLocation
) {
  let (session, refused) = console.repeated(on: start)
  let done =
    "\(console.lines.joined(separator: "\n"))\n--\n\(console.events.joined(separator: "\n"))"
  #expect(refused == nil, "\(done)", sourceLocation: location)
  let difference = entries(of: session).symmetricDifference(entries(of: console.model.session))
    .sorted()
  #expect(difference == [], "\(done)", sourceLocation: location)
  #expect(
    session.operations == console.model.session.operations, "\(done)", sourceLocation: location)
}

/// The session's entries, one line each.
private func entries(of session: Session) -> Set<String> {
  Set(session.keys.map { "\($0): \(session[$0]?.compact ?? "")" })
}

// Random changes of every kind.
extension RecordedConsole {
  /// Performs random actions, then ends typing and closes lists.
  fileprivate mutating func act(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    for _ in 0..<80 { act(&random) }
    press("Esc", "Esc", "Esc")
    run("features")
  }

  private mutating func act(_ random: inout SeededRandom) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: click(.random(in: 0..<120, using: &random), .random(in: 0..<40, using: &random))
    case 1: editConfig(&random)
    case 2...5: run(Self.commands.randomElement(using: &random)!)
    default: press(Self.keys.randomElement(using: &random)!)
    }
  }

  private mutating func editConfig(_ random: inout SeededRandom) {
    press("Esc", "Esc")
    run("select homescreen")
    press("i", "Alt-a")
    let texts = [
      #"{"greeting": "a"}"#, #"{"sections-enabled": {"pocket": false}}"#, #"{"greeting": 1}"#, "{",
    ]
    type(texts.randomElement(using: &random)!)
    if Bool.random(using: &random) { send(.quiet) }
    press(["Ctrl-S", "Ctrl-Q", "Esc"].randomElement(using: &random)!)
  }

  private static let commands = [
    "select homescreen", "set greeting Hi", "set greeting null",
    "set sections-enabled.pocket false",
    #"set {"homescreen": {"greeting": "Ho"}, "search": {"wait-ms": 200}}"#, "drop value greeting",
    "drop edit homescreen", "drop feature homescreen", "drop-all yes", "channel beta",
    "channel release",
    "flag set sentFromCirrus off", "flag set sentFromCirrus on debug", "flag clear sentFromCirrus",
    "flag drop sentFromCirrus", "flag set Fast tabs 15 draw", "flag set Fast tabs 20,80 weights",
    "flag set Checkout colour 70 draw", "flag clear Fast tabs weights", "drop-flags yes",
    "branch homepage-order-2026=treatment-a", "branch homepage-order-2026=control",
    "opt-out homepage-order-2026",
    "drop branch homepage-order-2026", "force-branch zoom-levels treatment",
    "set-context locale de",
    #"set-context {"region": "FR", "flavour": "dark red"}"#, "drop-context region",
    "clock 2026-01-01T00:00:00Z",
    "clock +1d", "clock -3h", "clock run", "clock now+14d", "record-event opened 3",
    "record-event opened 2 3d",
    "record-event zoomed =4", "take-part rollouts off", "take-part experiments",
    "load-recipes more.json",
    "remove-recipe zoom-levels", "remove-recipe home again", "evaluate-again", "fit-context",
    "expose homescreen",
    "expose search", "reset-client all", "session-import other.json", "undo", "undo", "undo",
    "redo", "redo",
  ]

  /// Keys of commands without external dependencies.
  private static let keys: [KeyPress] = CommandTable.all.filter { command in
    command.context != .panel(.editor)
      && !["quit", "suspend", "simulate", "reload"].contains(command.name)
  }.flatMap(\.keys).flatMap(\.self)
}
