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
  /// Completes the name of an attribute, then, after a blank, its value.
  @Sendable static func attributes(_ model: Model, _ typed: String) -> [Command.Completion] {
    let parts = typed.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    guard parts.count > 1 else { return attributeNames(in: model) }
    return values(of: parts[0], typed: withoutTrailingBlanks(parts[1]), in: model)
  }

  /// Completes the value of an attribute, which follows the name in each completion.
  ///
  /// Suggests the values with which recipes compare the attribute; any other typed value is
  /// allowed, with the attribute's meaning or a warning about its type.
  private static func values(
    of name: String, typed written: String, in model: Model
  ) -> [Command.Completion] {
    let known = KnownAttribute.all.first { $0.name == name }
    let meaning = known?.meaning ?? "an attribute that the app adds"
    let suggested: [Command.Completion] = suggestedValues(for: name, known, in: model).map {
      ("\(name) \($0)", meaning)
    }
    guard !written.isEmpty else {
      return suggested.isEmpty ? [("\(name) ", "type a value: \(meaning)")] : suggested
    }
    let warning = AttributeCheck.warning(
      about: KnownAttribute.value(of: name, written: written), for: name)
    return typedFirst("\(name) \(written)", about: warning ?? meaning, then: suggested)
  }

  private static func withoutTrailingBlanks(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// Names of attributes: first the settings that would enroll the client in the selected recipe,
  /// then the attributes that the recipe reads, then all others.
  ///
  /// A setting has its value, as in `region US`; a name ends with a blank, after which its value is
  /// typed.
  private static func attributeNames(in model: Model) -> [Command.Completion] {
    let screen = model.experiments
    // Without a selected recipe, there are no settings that name it.
    let slug = screen.selectedRow?.slug ?? ""
    let settings: [Command.Completion] = screen.enrollmentFix.settings.map {
      ("\($0.name) \($0.written)", "what \(slug) asks for")
    }
    // The list also has the clock, participation and events, which are not attributes.
    let rows = screen.contextList.items.filter { $0.id.kind == .context }
    let namesRead = Set(naming: rows.filter(\.isRead).map(\.name))
    let sorted = (knownNames(in: model) + otherNames(of: rows, in: model)).sorted {
      $0.argument < $1.argument
    }
    let read = sorted.filter { namesRead.contains($0.argument) }
    let others = sorted.filter { !namesRead.contains($0.argument) }
    return settings + (read + others).map { ($0.argument + " ", $0.detail) }
  }

  /// The known attributes of the client's app that can be set: computed ones only if the session
  /// can set them too.
  private static func knownNames(in model: Model) -> [Command.Completion] {
    let app = model.session.client(in: model.operationContext).attributes.appName
    let settable = KnownAttribute.all(of: app).filter { attribute in
      let isComputed = ClientAttributes.computedNames.contains(attribute.name)
      let canBeSet = ClientAttributes.settableComputedNames.contains(attribute.name)
      return !isComputed || canBeSet
    }
    return settable.map { ($0.name, $0.meaning) }
  }

  /// The names in the list of attributes and in the session that are not known attributes.
  private static func otherNames(
    of rows: [ContextRow], in model: Model
  ) -> [Command.Completion] {
    let known: Set<Name> = Set(naming: KnownAttribute.all.map(\.name))
    let all: Set<Name> = Set(naming: rows.map(\.name) + model.session.names(of: .context))
    return all.subtracting(known).map {
      ($0.text, "an attribute of this session or the recipe")
    }
  }

  /// Values to suggest for an attribute: both for a Boolean, and those with which recipes compare
  /// it.
  ///
  /// A value is left out if typing it would set another one.
  private static func suggestedValues(
    for name: String, _ known: KnownAttribute?, in model: Model
  ) -> [String] {
    var texts = known?.kinds.contains(.boolean) == true ? ["true", "false"] : []
    for value in targetings(in: model).flatMap({ $0.comparedValues[name] ?? [] }) {
      guard let text = suggestion(of: value, for: name), !texts.contains(text) else { continue }
      texts.append(text)
    }
    return texts
  }

  /// The text to type for a value with which a recipe compares an attribute; nil if that would be
  /// read as another value.
  private static func suggestion(of value: ExpressionValue, for name: String) -> String? {
    let text = if case .string(let text) = value { text } else { value.json.compact }
    let readsAsValue = KnownAttribute.value(of: name, written: text) == value.json
    guard readsAsValue else { return nil }
    // A client has no version `120.!`, which is a pattern, but it can have the version `120`.
    let patternEnd = ".!"
    return text.hasSuffix(patternEnd) ? String(text.dropLast(patternEnd.count)) : text
  }

  /// The targetings of all recipes, sorted by the slugs of the recipes; those that are not valid
  /// expressions are left out.
  private static func targetings(in model: Model) -> [Expression] {
    let sorted = model.layers.recipes.sorted { $0.key < $1.key }
    let texts = sorted.compactMap(\.value.targeting)
    return texts.compactMap { try? Expression($0) }
  }

  /// Completes a time for the clock: common steps, the client's current time, and `run`.
  @Sendable static func times(_ model: Model, _ typed: String) -> [Command.Completion] {
    let now = model.session.now(wall: model.operationContext.time)
    // A time to type needs no fraction of a second.
    let currentSecond = Instant(seconds: now.seconds).description
    return typedFirst(
      typed, about: "a time such as 2026-11-21T12:00:00Z, a step such as +14d or -2h, or run",
      then: [
        ("+1d", "a day on"), ("+7d", "a week on"), ("+28d", "four weeks on"), ("-1d", "a day back"),
        (currentSecond, "stops at this second"), ("run", "the machine's clock again"),
      ])
  }

  /// Completes the name of a behavioral event: those that recipes ask for, and recorded ones.
  @Sendable static func events(_ model: Model, _ typed: String) -> [Command.Completion] {
    let form = "a name, a count and an age, as in app_opened 3 2d"
    // After the name, a count is typed, which cannot be completed.
    if typed.contains(" ") { return [(typed, form)] }
    let asked = targetings(in: model).reduce(into: Set<Name>()) { $0.formUnion($1.eventNames) }
    let names = asked.union(Set(naming: model.session.names(of: .behavior))).sortedTexts()
    return typedFirst(
      typed, about: form,
      then: names.map { ($0, asked.contains($0) ? "recipes ask for it" : "recorded before") })
  }

  /// The typed text as the first completion, with `detail` about it, before the others; only the
  /// others if nothing is typed or they contain it.
  private static func typedFirst(
    _ typed: String, about detail: String, then others: [Command.Completion]
  ) -> [Command.Completion] {
    let isOffered = others.map(\.argument).containsName(typed)
    return typed.isEmpty || isOffered ? others : [(typed, detail)] + others
  }
}
