import Testing
import VirgaCanvas
import VirgaConsole
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// What a book of steps can have done: a command, keys, text, or something from outside.
enum StepAct {
  /// The events of an act.
  ///
  /// `[Ctrl-S]` is a key, `"text"` is typed, `{click 4 7}` and the like come from outside; all else is a command.
  static func events(_ act: String) throws -> [Event] {
    if act.hasPrefix("["), act.hasSuffix("]") {
      return try act.dropFirst().dropLast().split(separator: " ").map { key in
        .terminal(.key(try #require(KeyPress(String(key)), "\(key) is no key")))
      }
    }
    if act.hasPrefix("\"") {
      return try JSONValue.parse(act).stringValue.map { $0.map { .terminal(.key(KeyPress($0))) } } ?? []
    }
    guard act.hasPrefix("{"), act.hasSuffix("}") else { return [.command(act)] }
    let words = act.dropFirst().dropLast().split(separator: " ", maxSplits: 1).map(String.init)
    return [try outside(words[0], words.count > 1 ? words[1] : "")]
  }

  private static func outside(_ name: String, _ argument: String) throws -> Event {
    let numbers = argument.split { !$0.isNumber }.compactMap { Int($0) }
    switch name {
    case "paste": return .terminal(.paste(try JSONValue.parse(argument).stringValue ?? ""))
    case "click":
      return .terminal(.mouse(MouseEvent(.press, button: .left, at: Point(column: numbers[0], row: numbers[1]))))
    case "wheel":
      return .terminal(.mouse(MouseEvent(.wheelDown, button: .left, at: Point(column: numbers[0], row: numbers[1]))))
    case "resize": return .terminal(.resize(Size(columns: numbers[0], rows: numbers[1])))
    case "plain": return .plain(argument)
    case "caption": return .caption(argument.isEmpty ? nil : TourCaption(text: argument, number: 1, count: 18))
    case "working": return .working(argument.isEmpty ? nil : argument)
    case "failure": return .outcome(.failure(argument))
    case "mended": return .outcome(.mended(argument))
    case "session-lost": return .sessionLost(argument)
    case "quiet": return .quiet
    case "files": return .files(argument.split(separator: " ").map(String.init), in: "")
    case "file-exists": return .fileExists(FileDraft(path: argument, text: "text", what: "3 rows as CSV"))
    case "written": return .written(try JSONValue.parse(argument).stringValue ?? "", feature: "homescreen")
    case "event": return .events([EventSamples.event(Int64(numbers[0]))], isWhole: false)
    case "edit-elsewhere":
      return .session(Session(entries: [EntryKey(.edit, "homescreen"): try JSONValue.parse(argument)]))
    case "import": return .imported(export(of: "cirrus.fml.yaml"), from: "session.json", isOther: false)
    case "import-other": return .imported(export(of: "nimbus.fml.yaml"), from: "session.json", isOther: true)
    case "recipes": return .recipes(try recipes(), from: "recipes.json")
    case "manifest": return .loaded(try manifest(), [])
    case "broken-manifest":
      let manifest = try ConsoleDriver.manifest(FeatureFrameTests.broken)
      return .loaded(manifest, manifest.problems)
    case "broken-flags":
      let text = "flags:\n- {id: a, feature: homescren, path: x}\n"
      return .flags(FlagFiles([SourceText(name: "flags.yaml", text: text)]))
    case "flags-in-web": return .flags(flagsInWeb(isReached: true))
    case "web-is-gone": return .flags(flagsInWeb(isReached: false))
    case "unreadable": return .loaded(nil, [Problem(.error, "malformed-yaml", "this is no YAML")])
    case "beside": return .beside(ComparedManifest(path: "other.fml.yaml", manifest: try manifest()))
    default: throw Unknown(act: name)
    }
  }

  private struct Unknown: Error { let act: String }

  private static func manifest() throws -> Manifest {
    try ConsoleDriver.manifest(
      """
      channels: [nightly, beta]
      features:
        homescreen:
          description: The first page.
          variables:
            greeting: { description: What is said first., type: String, default: Hello }
      """)
  }

  private static func flagsInWeb(isReached: Bool) -> FlagFiles {
    let url = "https://example.com/flags.json"
    var files = FlagFiles()
    if isReached {
      let text = #"[{"name": "Reader", "section": "Pages", "enabled": true}, {"name": "Paid", "unlocked": false}]"#
      files.add(SourceText(name: url, text: text), at: EventSamples.start)
    } else {
      files.add(FileFailure(path: url, reason: "timed out"), of: url)
    }
    return files
  }

  static func export(of manifest: String) -> SessionExport {
    let session = Session(entries: [EntryKey(.edit, "homescreen"): ["greeting": "Good day"]])
    return SessionExport(manifest: manifest, session: session, events: [])
  }

  private static func recipes() throws -> RecipeBatch {
    let recipe = try Session(entries: [EntryKey(.edit, "homescreen"): ["greeting": "Good day"]])
      .operations(
        in: Surroundings(
          manifest: try manifest(), channel: "beta", time: EventSamples.start, process: "virga", newClientID: "")
      )
      .recipeOfEdits(slug: "edits")
    return RecipeBatch(.object(recipe)) { _ in nil }
  }
}
