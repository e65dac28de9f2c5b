import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

extension Overlay {
  /// Every override, and what was changed of the client; choosing one drops or resets it.
  static func overrides(in state: State) -> Overlay {
    let (overrides, client) = (lines(of: state.session.overrides, in: state), clientLines(in: state))
    let isReadOnly = state.options.isReadOnly
    guard !overrides.isEmpty else {
      let rest = client.isEmpty ? "" : isReadOnly ? "; of the client" : "; of the client: Enter resets one"
      return Overlay(.choice("No override\(rest)"), lines: Array(client.dropFirst()))
    }
    return Overlay(.choice(isReadOnly ? "Overrides" : "Overrides: Enter drops one"), lines: overrides + client)
  }

  /// Asks whether all overrides are to be dropped, and shows which they are; nil where there is none.
  static func dropping(in state: State) -> Overlay? {
    let keys = state.session.overrides
    let title = keys.count == 1 ? "Drop the override" : "Drop all \(keys.count) overrides"
    return confirming(title, Invocation("drop-all", "yes"), keys, in: state)
  }

  /// Asks whether what nothing keeps is to be lost, and shows what that is; nil where it is nothing.
  static func leaving(in state: State) -> Overlay? {
    let holdings = state.holdings(besides: state.toured)
    guard !holdings.isEmpty else { return nil }
    let held = state.held(besides: state.toured)
    let title = "Leave and lose \(holdings.words)?"
    // Beside the title its border says how many lines there are.
    let isWhole = DisplayText(title).columns <= state.size.columns - 16
    let what: DisplayText = isWhole ? .empty : DisplayText("Nothing keeps \(holdings.words).")
    let answers = [
      Line(
        invocation: Invocation("session-export"), keys: "", title: "write the session to a file first",
        detail: DisplayText("session-import reads it again; \(state.keyName(of: "close-list")) stays"), applies: true,
        sentence: what),
      Line(
        invocation: Invocation("quit", "yes"), keys: "", title: "leave", detail: "the session is in memory only",
        applies: true, sentence: what),
    ]
    let lost =
      lines(of: held.overrides, in: state)
      + held.drafts.map {
        Line(keys: "draft", title: DisplayText($0), detail: "a text that is not applied", applies: false)
      }
      + lines(of: held.clientChanges, in: state)
    let informing = lost.map { line in
      Line(keys: line.keys, title: line.title, detail: line.detail, applies: false)
    }
    return Overlay(.choice(isWhole ? title : "Leave and lose the session?"), lines: answers + informing)
  }

  /// Asks whether overrides are to be dropped, and shows which they are; each can be dropped alone.
  ///
  /// Where there is none there is nothing to ask.
  static func confirming(_ title: String, _ answer: Invocation, _ keys: [EntryKey], in state: State) -> Overlay? {
    guard !keys.isEmpty else { return nil }
    let yes = Line(
      invocation: answer, keys: "yes", title: DisplayText(keys.count == 1 ? "drop it" : "drop all \(keys.count)"),
      detail: DisplayText("\(state.keyName(of: "undo")) brings them back"), applies: true, isAnswer: true)
    return Overlay(.choice(title), lines: [yes] + lines(of: keys, in: state))
  }

  private static func lines(of keys: [EntryKey], in state: State) -> [Line] {
    keys.flatMap { key in key.kind == .edit ? edit(of: key.name, in: state) : [line(of: key, in: state)] }
  }

  private static func line(of key: EntryKey, in state: State) -> Line {
    let value = state.session[key] ?? .null
    let detail = state.orphans[key].map { "! \($0)" } ?? (key.kind == .branch ? "" : words(of: value, key.kind))
    return Line(
      invocation: dropping(key), keys: DisplayText(key.title(in: state.workspace.manifest)),
      title: DisplayText(key.kind == .branch ? key.words(value, in: nil) : state.flags.id(reading: key) ?? key.name),
      detail: DisplayText(detail), applies: true, searched: DisplayText(key.name))
  }

  /// A value as the screens say it where it is set: that of a flag as on or off.
  private static func words(of value: JSONValue, _ kind: EntryKind) -> String {
    switch kind {
    case .preference, .debug: State.word(value)
    case .lock: value == true ? "unlocked" : "locked"
    default: ValueText.short(value)
    }
  }

  /// A line for each value that an edit sets, below one for all of them where they are several.
  private static func edit(of id: String, in state: State) -> [Line] {
    let key = EntryKey(.edit, id)
    let values = state.session.editedValues(of: id)
    guard let first = values.first, !first.path.isRoot, state.orphans[key] == nil else {
      return [line(of: key, in: state)]
    }
    var whole = line(of: key, in: state)
    guard values.count > 1 else {
      // What is dropped is this value, whatever else the edit may come to set.
      whole.invocation = dropping(first.path, of: id)
      whole.title = DisplayText("\(id) ▸ \(first.path)")
      return [with(first.value, whole)]
    }
    whole.detail = DisplayText("all \(values.count) values")
    let lines = values.prefix(mostValues).map { path, value in
      let line = Line(
        invocation: dropping(path, of: id), keys: .empty, title: DisplayText("  ▸ \(path)"), detail: .empty,
        applies: true, searched: DisplayText(id), part: whole.invocation)
      return with(value, line)
    }
    let more = values.count - lines.count
    guard more > 0 else { return [whole] + lines }
    let rest = Line(
      invocation: Invocation("select", id), keys: .empty, title: DisplayText("  and \(more) more: go to \(id)"),
      detail: .empty, applies: true, part: whole.invocation)
    return [whole] + lines + [rest]
  }

  private static func with(_ value: JSONValue, _ line: Line) -> Line {
    var line = line
    line.detail = DisplayText("= \(ValueText.short(value))")
    return line
  }

  /// How many values of an edit have a line of their own.
  private static let mostValues = 100

  private static func dropping(_ key: EntryKey) -> Invocation {
    Invocation("drop-override", "\(key.kind.rawValue) \(key.name)")
  }

  private static func dropping(_ path: JSONPath, of id: String) -> Invocation {
    Invocation("drop-override", "edit \(id) \(path)")
  }

  /// The branches of all recipes that use the selected feature.
  static func branches(in state: State) -> Overlay {
    guard let feature = state.selectedFeature else { return Overlay(.choice("Branches"), lines: []) }
    let enrolled = state.session.enrollments
    let locale = state.session[.context, "locale"]?.stringValue
    var lines: [Line] = []
    for recipe in state.layers.recipes(using: feature.id) {
      let active = enrolled.activeBranch(of: recipe.slug)
      let isForced = state.session[.branch, recipe.slug] != nil
      let taking = state.takingWords(recipe, from: enrolled).map { "\($0); " } ?? ""
      for branch in recipe.branches {
        let config = (branch.features.last { $0.featureID.isSameName(as: feature.id) }?.value).map {
          recipe.localized($0, for: locale)
        }
        let isActive = active?.isSameName(as: branch.slug) == true
        let mark = !isActive ? "" : isForced ? "● forced" : recipe.isRollout ? "◇ enrolled" : "◆ enrolled"
        lines.append(
          Line(
            invocation: Invocation("branch", "\(recipe.slug)=\(branch.slug)"), keys: DisplayText(mark),
            title: DisplayText("\(recipe.slug) · \(branch.slug)"),
            detail: DisplayText(taking + (config.map { ValueText.short(.object($0)) } ?? "leaves \(feature.id) alone")),
            applies: true))
      }
      if isForced {
        lines.append(
          Line(
            invocation: Invocation("drop-override", "branch \(recipe.slug)"), keys: "",
            title: DisplayText("\(recipe.slug) · let targeting and buckets decide"), detail: "", applies: true))
      }
    }
    let own = lines.firstIndex { !$0.keys.isEmpty } ?? 0
    return Overlay(.choice("Branches for \(feature.id)"), lines: lines, cursor: own)
  }
}
