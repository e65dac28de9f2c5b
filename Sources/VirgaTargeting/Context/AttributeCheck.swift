package import VirgaJSON
package import VirgaSource

/// What is wrong with attributes that a person wrote.
package enum AttributeCheck {
  /// Why nothing can set an attribute, because it is computed; nil if it can be set.
  ///
  /// Some computed attributes, such as the client's id, can be set for a simulated client.
  package static func refusal(toSet name: String) -> String? {
    let isComputed = ClientAttributes.computedNames.contains(name)
    guard isComputed, !ClientAttributes.settableComputedNames.contains(name) else { return nil }
    let advice = name == "current_date" ? "; move the clock instead" : ""
    return "`\(name)` is computed from the session\(advice)"
  }

  /// An error for each attribute that cannot be set, a warning for each value that an app would not
  /// send.
  package static func problems(in context: LocatedValue) -> [Problem] {
    context.members.compactMap { member in problem(of: member) }
  }

  /// The error or the warning for one attribute; nil if an app could send it.
  private static func problem(of member: LocatedMember) -> Problem? {
    let name = member.key
    let value = member.value
    if let reason = refusal(toSet: name) {
      return Problem(.error, "computed-attribute", reason, at: member.keyNode.location)
    }
    if name == clientIDName, value.string == "" {
      return Problem(.error, "client-id", ClientIDForm.emptyMessage, at: value.location)
    }
    // A client's id that is a string can only have a wrong form; any other value that an app would
    // not send has a wrong kind.
    let isStringOfClientID = name == clientIDName && value.kind == .string
    let code: Problem.Code = isStringOfClientID ? "client-id" : "attribute-kind"
    return warning(about: value.json, for: name).map {
      Problem(.warning, code, $0, at: value.location)
    }
  }

  /// Why an app would not send a value for an attribute; nil if it could.
  package static func warning(about value: JSONValue, for name: String) -> String? {
    if name == clientIDName, let id = value.stringValue { return ClientIDForm.warning(about: id) }
    return KnownAttribute.mismatch(of: value, for: name)
  }

  private static let clientIDName = "nimbus_id"
}
