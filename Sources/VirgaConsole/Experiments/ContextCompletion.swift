import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

extension State {
  /// What may be set, with what it is: attributes for a name, values for the name that was typed.
  ///
  /// The values are those with which recipes compare the attribute; any other one may be typed, and is told what it is
  /// taken for.
  func contextArguments(_ typed: String) -> [(argument: String, detail: String)] {
    let parts = typed.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else { return attributeNames(typed) }
    // A blank at the end is on the way to more, and no part of what is set.
    let (name, written) = (parts[0], String(parts[1].reversed().drop { $0 == " " }.reversed()))
    let known = KnownAttribute.all.first { $0.name == name }
    let meaning = known.map { "\($0.kinds): \($0.summary)" } ?? "an attribute that the app adds"
    let offered = values(for: name, known)
    let isOffered = offered.contains { $0 == written }
    let own = written.isEmpty || isOffered ? [] : [("\(name) \(written)", Self.words(name, written, known) ?? meaning)]
    return own + offered.map { ("\(name) \($0)", meaning) }
      + (offered.isEmpty && written.isEmpty ? [("\(name) ", "type a value, \(meaning)")] : [])
  }

  /// Steps and times that the clock may be given; or what was typed.
  func clockArguments(_ typed: String) -> [(argument: String, detail: String)] {
    let now = session.now(wall: surroundings.time)
    let rows = [
      ("+1d", "a day on"), ("+7d", "a week on"), ("+28d", "four weeks on"), ("-1d", "a day back"),
      (Instant(seconds: now.seconds).description, "stands still at this second"), ("run", "the machine's clock again"),
    ]
    let isOffered = typed.isEmpty || rows.contains { $0.0 == typed }
    return isOffered
      ? rows : [(typed, "a time such as 2026-11-21T12:00:00Z, a step such as +14d or -2h, or run")] + rows
  }

  /// The events that recipes ask for and those that were recorded; or what was typed.
  func eventArguments(_ typed: String) -> [(argument: String, detail: String)] {
    let form = "a name, how often, and how long ago, as in app_opened 3 2d"
    let parts = typed.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count < 2 else { return [(typed, form)] }
    let asked = sortedRecipes.compactMap(\.targeting).compactMap { try? Expression($0) }
      .reduce(into: Set<Name>()) { $0.formUnion($1.eventNames) }
    let names = asked.union(Set(naming: session.names(of: .behavior))).listed()
    let rows = names.map { ($0, asked.contains($0) ? "recipes ask for it" : "recorded before") }
    return typed.isEmpty || names.containsName(typed) ? rows : [(typed, form)] + rows
  }

  private var sortedRecipes: [Recipe] { layers.recipes.sorted { $0.key < $1.key }.map(\.value) }

  /// The names that are known, those first that the selected recipe reads.
  private func attributeNames(_ typed: String) -> [(argument: String, detail: String)] {
    let known = KnownAttribute.all
    let read = Set(naming: experiments.contextRows.filter(\.isRead).map(\.name))
    let listed = experiments.contextRows.filter { $0.kind == .attribute }.map(\.name)
    var others = Set(naming: listed + session.names(of: .context))
    others.subtract(Set(naming: known.map(\.name)))
    let settable = known.filter { attribute in
      !ClientAttributes.computedNames.contains(attribute.name) || ClientAttributes.typedNames.contains(attribute.name)
    }
    let rows =
      settable.map { ($0.name, "\($0.kinds): \($0.summary)") }
      + others.map(\.text).map {
        ($0, session[.context, $0] == nil ? "an attribute that the recipe asks for" : "an attribute of this session")
      }
    let names = rows.sorted { (read.contains($0.0) ? 0 : 1, $0.0) < (read.contains($1.0) ? 0 : 1, $1.0) }
      .map { ($0.0 + " ", $0.1) }
    return experiments.fitting.settings.map {
      ("\($0.name) \($0.written)", "what \(experiments.selectedRow?.slug ?? "it") asks for")
    } + names
  }

  /// The values that are worth a try: what recipes compare the attribute with, and both truths.
  private func values(for name: String, _ known: KnownAttribute?) -> [String] {
    var texts = known?.kinds.contains(.boolean) == true ? ["true", "false"] : []
    let expressions = sortedRecipes.lazy.compactMap(\.targeting).compactMap { try? Expression($0) }
    for value in expressions.flatMap({ $0.comparedValues[name] ?? [] }) {
      let text = if case .string(let text) = value { text } else { value.json.compact }
      if !texts.contains(text), KnownAttribute.value(of: name, written: text) == value.json { texts.append(text) }
    }
    return texts
  }

  /// What a value is taken for that an attribute does not have; nil where it fits.
  private static func words(_ name: String, _ written: String, _ known: KnownAttribute?) -> String? {
    let value = KnownAttribute.value(of: name, written: written)
    guard known == nil else { return KnownAttribute.misfit(of: value, for: name) }
    return "\(ValueKinds(of: ExpressionValue(value))), for an attribute that the app adds"
  }
}
