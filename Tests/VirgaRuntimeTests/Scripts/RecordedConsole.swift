import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole
@testable import VirgaRuntime

/// A console on the demo, whose changes are recorded as `--record` does.
struct RecordedConsole {
  @CopiedOnWrite private(set) var model: Model
  /// The script so far.
  private(set) var lines: [String] = []
  /// What was done so far, for failure messages.
  private(set) var events: [String] = []

  /// Opened once and then copied, because opening it takes longer than most tests.
  private static let demo = Result { try RecordedConsole(opening: DemoManifest.opening) }

  /// The demo with its flags, recipes and client.
  init() throws { self = try Self.demo.get() }

  /// The demo with its flags.
  ///
  /// - Parameters:
  ///   - opening: What the options add to the session.
  ///   - clientID: The id that a client without one draws.
  init(opening: SessionOpening, drawing clientID: String? = nil) throws {
    var options = Model.Options()
    if let clientID { options.newClientID = clientID }
    var model = Model(size: Size(columns: 120, rows: 40), options: options)
    model.shared.input.now = Self.time
    self.model = model
    let manifest = try Self.manifest.get()
    send(.loaded(manifest, manifest.problems))
    send(.checked([:]))
    send(.flags(DemoManifest.flags))
    send(.opening(opening))
  }

  private static let time = Instant(seconds: 1_775_044_800)
  private static let manifest = Result { try DemoManifest.loader.load(DemoManifest.root) }

  /// Runs the script on another console with the same start; nil if one of its lines is refused.
  func repeated(on other: RecordedConsole) -> (session: Session, refused: String?) {
    var other = other
    for line in lines {
      other.run(line)
      if let refusal = other.model.status?.refusal {
        return (other.model.session, "\(line): \(refusal)")
      }
    }
    return (other.model.session, nil)
  }

  mutating func send(_ event: Event) {
    var changes = RecordedChanges(before: event, of: model)
    let effects = update(&model, event)
    lines += changes.commands(for: effects, flags: model.sessionFlags).map(\.line)
    if event.isUserInput { events.append("\(event) \(model.status?.text.plain ?? "")") }
    for answer in effects.compactMap(answer) { send(answer) }
  }

  private func answer(_ effect: Effect) -> Event? {
    switch effect {
    case .compare(let job): .compared(job.run())
    case .readRecipes(let file): .recipes(Self.batch, from: file)
    case .readSession(let file): .imported(Self.export, from: file, isOther: false)
    default: nil
    }
  }

  /// A file with a new recipe and a changed one.
  private static let batch: RecipeBatch = {
    var recipes = DemoManifest.opening.recipes.prefix(1).map(\.json)
    recipes[0]["targeting"] = "region == 'FR'"
    var other = recipes[0]
    other["slug"] = "home again"
    return RecipeBatch(.array([.object(recipes[0]), .object(other)]))
  }()

  /// A file with a session of entries of several kinds, and an event of an app.
  private static let export: SessionExport = {
    let entries: [EntryKey: JSONValue] = [
      EntryKey(.channel): "beta", EntryKey(.edit, "homescreen"): ["greeting": "Imported"],
      EntryKey(.context, "locale"): "fr", EntryKey(.clock): ["offset": 3_600],
      EntryKey(.preference, "toolbar-hides-on-scroll"): true, EntryKey(.draft, "search"): "{",
      EntryKey(.draftBase, "search"): .null, EntryKey(.branch, "gone"): .null,
    ]
    let event = SessionEvent(
      time: Instant(seconds: 5), kind: "exposure", process: "app 1", extra: ["a": 1])
    return SessionExport(manifest: nil, session: Session(entries: entries), events: [event])
  }()
}

// What a person does.
extension RecordedConsole {
  mutating func run(_ lines: String...) {
    for line in lines { send(.command(line)) }
  }

  mutating func press(_ keys: KeyPress...) {
    for key in keys { send(.terminal(.key(key))) }
  }

  mutating func type(_ text: String) {
    for character in text { send(.terminal(.key(KeyPress(character)))) }
  }

  mutating func click(_ column: Int, _ row: Int) {
    send(.terminal(.mouse(MouseEvent(.press, button: .left, at: Point(column: column, row: row)))))
  }
}
