import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

extension State {
  /// Suggests values that recipes compare the attribute with; any other is allowed, with a note about its type.
  func contextArguments(_ typed: String) -> [(argument: String, detail: String)] {
    let parts = typed.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else { return attributeNames(typed) }
    // A trailing blank is not part of the value.
    let (name, written) = (parts[0], String(parts[1].reversed().drop { $0 == " " }.reversed()))
    let known = KnownAttribute.all.first { $0.name == name }
    let meaning = known.map { "\($0.kinds): \($0.summary)" } ?? "an attribute that the app adds"
    let offered = values(for: name, known)
    let isOffered = offered.contains { $0 == written }
    let own = written.isEmpty || isOffered ? [] : [("\(name) \(written)", Self.words(name, written, known) ?? meaning)]
    return own + offered.map { ("\(name) \($0)", meaning) }
      + (offered.isEmpty && written.isEmpty ? [("\(name) ", "type a value, \(meaning)")] : [])
  }

  func clockArguments(_ typed: String) -> [(argument: String, detail: String)] {
    let now = session.now(wall: operationContext.time)
    let rows = [
      ("+1d", "a day on"), ("+7d", "a week on"), ("+28d", "four weeks on"), ("-1d", "a day back"),
      (Instant(seconds: now.seconds).description, "stands still at this second"), ("run", "the machine's clock again"),
    ]
    let isOffered = typed.isEmpty || rows.contains { $0.0 == typed }
    return isOffered
      ? rows : [(typed, "a time such as 2026-11-21T12:00:00Z, a step such as +14d or -2h, or run")] + rows
  }

  func eventArguments(_ typed: String) -> [(argument: String, detail: String)] {
    let form = "a name, a count and an age, as in app_opened 3 2d"
    let parts = typed.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count < 2 else { return [(typed, form)] }
    let asked = sortedRecipes.compactMap(\.targeting).compactMap { try? Expression($0) }
      .reduce(into: Set<Name>()) { $0.formUnion($1.eventNames) }
    let names = asked.union(Set(naming: session.names(of: .behavior))).listed()
    let rows = names.map { ($0, asked.contains($0) ? "recipes ask for it" : "recorded before") }
    return typed.isEmpty || names.containsName(typed) ? rows : [(typed, form)] + rows
  }

  private var sortedRecipes: [Recipe] { layers.recipes.sorted { $0.key < $1.key }.map(\.value) }

  /// Those that the selected recipe reads come first.
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
    return experiments.plan.settings.map {
      ("\($0.name) \($0.written)", "what \(experiments.selectedRow?.slug ?? "it") asks for")
    } + names
  }

  private func values(for name: String, _ known: KnownAttribute?) -> [String] {
    var texts = known?.kinds.contains(.boolean) == true ? ["true", "false"] : []
    let expressions = sortedRecipes.lazy.compactMap(\.targeting).compactMap { try? Expression($0) }
    for value in expressions.flatMap({ $0.comparedValues[name] ?? [] }) {
      let text = if case .string(let text) = value { text } else { value.json.compact }
      if !texts.contains(text), KnownAttribute.value(of: name, written: text) == value.json {
        // The end of a version that is a pattern is not part of any client's version.
        texts.append(text.hasSuffix(".!") ? String(text.dropLast(2)) : text)
      }
    }
    return texts
  }

  /// The interpretation of a value that does not match the attribute; nil if it matches.
  private static func words(_ name: String, _ written: String, _ known: KnownAttribute?) -> String? {
    let value = KnownAttribute.value(of: name, written: written)
    guard known == nil else { return KnownAttribute.mismatch(of: value, for: name) }
    return "\(ValueKinds(of: ExpressionValue(value))), for an attribute that the app adds"
  }
}
