import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

extension KnownAttribute {
  /// Its type and what it means, as in `string: the region of the locale`.
  var meaning: String { "\(kinds): \(summary)" }
}

/// What the command line offers for the commands that change the client.
enum ContextCompletion {
  /// Completes the name of an attribute, then its value.
  ///
  /// `region ` gives the values with which recipes compare the region; any other value is allowed,
  /// with a note about its type.
  @Sendable static func attributes(_ model: Model, _ typed: String) -> [Command.Completion] {
    let parts = typed.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    guard parts.count > 1 else { return names(model) }
    // A trailing blank is not part of the value.
    let (name, written) = (parts[0], String(parts[1].reversed().drop { $0 == " " }.reversed()))
    let known = KnownAttribute.all.first { $0.name == name }
    let meaning = known?.meaning ?? "an attribute that the app adds"
    let values = values(for: name, known, in: model).map { ("\(name) \($0)", meaning) }
    if written.isEmpty {
      return values.isEmpty ? [("\(name) ", "type a value: \(meaning)")] : values
    }
    let warning = AttributeCheck.warning(
      about: KnownAttribute.value(of: name, written: written), for: name)
    return offers(values, orElse: "\(name) \(written)", warning ?? meaning)
  }

  /// Names of attributes: first the settings that would enroll the client in the selected recipe,
  /// then the attributes that the recipe reads, then all others.
  private static func names(_ model: Model) -> [Command.Completion] {
    let screen = model.experiments
    let rows = screen.contextList.items.filter { $0.id.kind == .context }
    let app = model.session.client(in: model.operationContext).attributes.appName
    let settable = KnownAttribute.all(of: app).filter { attribute in
      !ClientAttributes.computedNames.contains(attribute.name)
        || ClientAttributes.typedNames.contains(attribute.name)
    }
    let others = Set(naming: rows.map(\.name) + model.session.names(of: .context))
      .subtracting(Set(naming: KnownAttribute.all.map(\.name)))
    let offers: [Command.Completion] =
      settable.map { ($0.name, $0.meaning) }
      + others.map { ($0.text, "an attribute of this session or the recipe") }
    let read = Set(naming: rows.filter(\.isRead).map(\.name))
    let sorted = offers.sorted { $0.argument < $1.argument }
    let names =
      sorted.filter { read.contains($0.argument) } + sorted.filter { !read.contains($0.argument) }
    let slug = screen.selectedRow?.slug ?? "it"
    return screen.plan.settings.map { ("\($0.name) \($0.written)", "what \(slug) asks for") }
      + names.map { ($0.argument + " ", $0.detail) }
  }

  /// Values to suggest for an attribute: those with which recipes compare it, and for a Boolean
  /// both.
  private static func values(
    for name: String, _ known: KnownAttribute?, in model: Model
  ) -> [String] {
    var texts = known?.kinds.contains(.boolean) == true ? ["true", "false"] : []
    for value in targetings(in: model).flatMap({ $0.comparedValues[name] ?? [] }) {
      let text = if case .string(let text) = value { text } else { value.json.compact }
      if !texts.contains(text), KnownAttribute.value(of: name, written: text) == value.json {
        // `120.!` is a pattern: no client has that version, but `120` is one.
        texts.append(text.hasSuffix(".!") ? String(text.dropLast(2)) : text)
      }
    }
    return texts
  }

  /// The targetings of all recipes, by slug.
  private static func targetings(in model: Model) -> [Expression] {
    model.layers.recipes.sorted { $0.key < $1.key }.compactMap(\.value.targeting).compactMap {
      try? Expression($0)
    }
  }

  /// Completes a time for the clock.
  @Sendable static func times(_ model: Model, _ typed: String) -> [Command.Completion] {
    let now = model.session.now(wall: model.operationContext.time)
    return offers(
      [
        ("+1d", "a day on"), ("+7d", "a week on"), ("+28d", "four weeks on"), ("-1d", "a day back"),
        (Instant(seconds: now.seconds).description, "stops at this second"),
        ("run", "the machine's clock again"),
      ], orElse: typed, "a time such as 2026-11-21T12:00:00Z, a step such as +14d or -2h, or run")
  }

  /// Completes the name of a behavioral event: those that recipes ask for, and recorded ones.
  @Sendable static func events(_ model: Model, _ typed: String) -> [Command.Completion] {
    let form = "a name, a count and an age, as in app_opened 3 2d"
    if typed.contains(" ") { return [(typed, form)] }
    let asked = targetings(in: model).reduce(into: Set<Name>()) { $0.formUnion($1.eventNames) }
    let names = asked.union(Set(naming: model.session.names(of: .behavior))).listed()
    return offers(
      names.map { ($0, asked.contains($0) ? "recipes ask for it" : "recorded before") },
      orElse: typed, form)
  }

  /// The offers; a typed text that is not among them comes first, with the form that is expected.
  private static func offers(
    _ offers: [Command.Completion], orElse typed: String, _ form: String
  ) -> [Command.Completion] {
    typed.isEmpty || offers.map(\.argument).containsName(typed) ? offers : [(typed, form)] + offers
  }
}
