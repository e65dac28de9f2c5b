import VirgaJSON
import VirgaSource

/// Rows of a table that a config file extends: its own rows replace known ones with the same name.
struct ConfiguredRows<Row> {
  private(set) var rows: [Row]
  /// What is wrong with the rows of the file.
  private(set) var problems: [Problem] = []

  /// The rows of a list in a config file, then the known ones with other names.
  ///
  /// Of rows with the same name the last one wins and stays where it is. A value that is not a list
  /// is read as the only row.
  ///
  /// - Parameters:
  ///   - setting: The name of the list in the file.
  ///   - name: Gives the name of a row.
  ///   - read: Reads a row at a path; nil if it has errors, which are reported to the log.
  init(
    _ setting: String, in config: LocatedValue?, over known: [Row], named name: (Row) -> String,
    read: (LocatedValue, JSONPath, ProblemLog) -> Row?
  ) {
    rows = known
    guard let list = config?[setting] else { return }
    let log = ProblemLog(Self.settingProblemWording)
    let entries = list.kind == .array ? Array(list.elements) : [list]
    let configured = entries.enumerated().compactMap { index, entry in
      read(entry, [.key(setting), .index(index)], log)
    }
    // Goes from the last row to the first, so that the last one of each name counts. A known row
    // counts if the file has none with its name. Inserting a name returns whether it is new.
    var namesSoFar: Set<Name> = []
    let rowsOfFile = configured.reversed().filter { namesSoFar.insert(name($0)) }.reversed()
    let otherKnownRows = known.filter { namesSoFar.insert(name($0)) }
    rows = rowsOfFile + otherKnownRows
    problems = log.problems
  }

  /// The wording of the problems of a row in the file: an unknown key is an unknown setting.
  private static var settingProblemWording: ObjectMessages {
    var wording = ObjectMessages()
    wording.unknown = { name, keys in
      // `keys` has the known settings; its title says what a row is, such as `an app`.
      Problem(
        .error, "bad-setting",
        "unknown setting \(name); \(keys.title) has \(keys.known.joined(separator: ", "))")
    }
    return wording
  }
}
