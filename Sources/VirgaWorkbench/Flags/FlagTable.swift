import VirgaFlags
import VirgaJSON

/// The table of flags: screen 2 shows it, and `virga flags list` prints it.
package enum FlagTable {
  package static let table = Table(
    [id, kind, feature, variable, build, user, debug] + checks + [state, layer, why])

  /// The cell of a value that is unset, or of a build without a value.
  package static let unsetCell = "·"
  /// The cell of a choice that the flag has no key for.
  private static let noKeyCell = "–"

  package static let id = TableColumn<ResolvedFlag>("Flag", key: "id") { $0.definition.id }

  package static let kind = TableColumn<ResolvedFlag>(
    "Kind", key: "kind", text: { $0.definition.kind.rawValue },
    spoken: { $0.definition.kind.title })

  private static let feature = TableColumn<ResolvedFlag>(key: "feature") { $0.definition.feature }
  private static let variable = TableColumn<ResolvedFlag>(key: "variable") {
    $0.definition.variable
  }

  package static let build = TableColumn<ResolvedFlag>(
    "Build", key: "build",
    text: { flag in
      let build = flag.answer.build
      let layer = build.decider == .missing ? "" : "  \(build.decider.title)"
      return (build.value?.word ?? unsetCell) + layer
    },
    spoken: { "build \(spoken($0.answer.build.value))" }, json: { json($0.answer.build.value) })

  package static let user = storedValueColumn(
    "User", name: "user", storedUnder: { $0.preferenceKey }, value: { $0.preference })

  package static let debug = storedValueColumn(
    "Debug", name: "debug", storedUnder: { $0.debugKey }, value: { $0.debug })

  /// A column for each of the three checks.
  package static let checks = FlagCheck.allCases.map { check in
    TableColumn<ResolvedFlag>(
      check.rawValue, key: check.rawValue, text: { $0.answer[check].value?.word ?? unsetCell },
      spoken: { "\(check.rawValue) \(spoken($0.answer[check].value))" },
      json: { json($0.answer[check].value) })
  }

  private static let state = TableColumn<ResolvedFlag>(key: "state") { $0.answer.state.word }
  private static let layer = TableColumn<ResolvedFlag>(key: "layer") {
    $0.answer.buildAndUser.decider.title
  }

  private static let why = TableColumn<ResolvedFlag>(key: "why") { flag in
    flag.answer.sentence(for: .buildAndUser, of: flag.definition, in: flag.environment)
  }

  /// A column for the value that the session stores under the flag's preference key or debug key.
  ///
  /// - Parameters:
  ///   - name: The column's name in JSON, and in the words that screen readers speak.
  ///   - storageKey: The key of a flag; nil for a flag without one, which has no value, so that its
  ///     JSON is null.
  ///   - value: The stored value; nil if it is unset.
  private static func storedValueColumn(
    _ head: String, name: String,
    storedUnder storageKey: @escaping @Sendable (FlagDefinition) -> String?,
    value: @escaping @Sendable (FlagAnswer) -> FlagValue?
  ) -> TableColumn<ResolvedFlag> {
    TableColumn(
      head, key: name,
      text: { flag in
        let hasKey = storageKey(flag.definition) != nil
        guard hasKey else { return noKeyCell }
        return value(flag.answer)?.word ?? unsetCell
      },
      spoken: { flag in
        let hasKey = storageKey(flag.definition) != nil
        guard hasKey else { return "" }
        return "\(name) \(value(flag.answer)?.word ?? "unset")"
      },
      json: { flag in json(value(flag.answer)) })
  }

  /// A value as it is spoken after the name of its column, such as `build on`.
  private static func spoken(_ value: FlagValue?) -> String { value?.word ?? "without a value" }

  /// A value in JSON; null if it is unset.
  private static func json(_ value: FlagValue?) -> JSONValue { value?.json ?? .null }
}
