import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSource

extension CommandTable {
  /// Copying what is under the cursor; all begin with `y`.
  static let copyingCommands: [Command] = [
    Command(
      "copy-value", "copy the value", keys: ["y v"], in: .screen(.features), when: Self.hasValue,
      run: { state, _ in
        guard let row = state.table.selectedRow else { return [] }
        if case .string(let text) = row.value { return [.copy(text, what: "the value of \(row.pathText)")] }
        return [.copy(row.value.compact, what: "the value of \(row.pathText)")]
      }),
    Command(
      "copy-key", "copy the name", keys: ["y k"], in: .screen(.features), when: Self.hasValue,
      run: { state, _ in
        guard let row = state.table.selectedRow else { return [] }
        return [.copy(row.name, what: "the name \(row.name)")]
      }),
    Command(
      "copy-path", "copy the path", keys: ["y p"], in: .screen(.features), when: Self.hasValue,
      run: { state, _ in
        guard let row = state.table.selectedRow else { return [] }
        return [.copy(row.pathText, what: "the path \(row.pathText)")]
      }),
    Command(
      "copy-json", "copy the feature as JSON", keys: ["y j"], in: .screen(.features), when: Self.hasFeature,
      run: { state, _ in
        guard let merged = state.table.current else { return [] }
        let text = JSONValue.object(merged.json).pretty()
        return [.copy(text, what: "the merged config of \(merged.feature.id)")]
      }),
    Command(
      "copy-id", "copy the feature's id", keys: ["y i"], in: .screen(.features), when: Self.hasFeature,
      run: { state, _ in
        guard let feature = state.selectedFeature else { return [] }
        return [.copy(feature.id, what: "the id \(feature.id)")]
      }),
    Command(
      "copy-place", "copy file and line", keys: ["y l"], in: .screen(.features), when: Self.hasPlace,
      run: { state, _ in
        guard let place = state.table.selectedRow?.location else { return [] }
        let isFile = !state.options.manifestPath.isEmpty
        let whole = state.workspace.manifest?.files.first { $0.shownName == place.file }?.path
        let file = isFile ? whole ?? place.file : place.file
        return [.copy("\(file):\(place.range.start)", what: "the place \(place)")]
      }),
    Command(
      "copy-command", "copy as a command line", keys: ["y c"], in: .screen(.features), when: Self.hasFile,
      run: { state, _ in
        guard let feature = state.selectedFeature else { return [] }
        var words = ["virga", "values", state.options.manifestPath, "--feature", feature.id]
        if let channel = state.channel { words += ["--channel", channel] }
        return [.copy(words.map(ShellWord.quoted).joined(separator: " "), what: "the command")]
      }),
  ]

  @Sendable static func hasValue(_ state: State) -> Command.Availability {
    state.table.selectedRow.map { .applies($0.pathText) } ?? .refused("there is no value under the cursor")
  }

  @Sendable static func hasFeature(_ state: State) -> Command.Availability {
    state.selectedFeature.map { .applies($0.id) } ?? .refused("no feature is selected")
  }

  @Sendable static func hasFile(_ state: State) -> Command.Availability {
    if state.options.manifestPath.isEmpty { return .refused("the embedded demo is no file") }
    return hasFeature(state)
  }

  @Sendable static func hasPlace(_ state: State) -> Command.Availability {
    state.table.selectedRow?.location.map { .applies("\($0)") } ?? .refused("nothing says where this was written")
  }
}
