package import VirgaJSON

/// A preference, debug override or app setting that an app reads from its user defaults.
///
/// Rule: VirgaWorkbench/SettingsOnDevices.
package struct HandoffSetting: Hashable, Sendable {
  /// `preference`, `debug override` or `app setting`.
  package let title: String
  /// The domain of user defaults: the app's id or that of a group of apps.
  package let domain: String
  package let key: String
  /// A Boolean, a number or a text.
  package let value: JSONValue

  /// The type of the value, as `defaults` names it and as the element of a property list.
  private var valueType: (option: String, element: String) {
    switch value {
    // A Boolean has an element for each value, `<true/>` and `<false/>`.
    case .boolean: ("-bool", "")
    case .integer: ("-int", "integer")
    case .number: ("-float", "real")
    // No setting is a null, a list or an object.
    case .string, .null, .array, .object: ("-string", "string")
    }
  }

  /// The value as text, as `defaults` takes it after the type.
  private var valueText: String { value.stringValue ?? value.compact }

  /// The two launch arguments with which the app reads the value, during this launch only: the key
  /// after a dash, and the value.
  ///
  /// The value is an element of a property list, because an app reads a plain word as a text.
  var launchArguments: [String] {
    if let isOn = value.booleanValue { return ["-\(key)", isOn ? "<true/>" : "<false/>"] }
    let element = valueType.element
    return ["-\(key)", "<\(element)>\(Self.escaped(valueText))</\(element)>"]
  }

  /// The arguments of `defaults` that store the value.
  var storingArguments: [String] { ["write", domain, key, valueType.option, valueText] }

  /// A text as part of XML, in ASCII and without quotes, so that terminals do not change it.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      let isPlain = scalar.isASCII && !"<>&'\"".unicodeScalars.contains(scalar)
      if isPlain {
        escaped.unicodeScalars.append(scalar)
      } else {
        escaped += "&#\(scalar.value);"
      }
    }
  }

  /// Why user defaults cannot be given a value for a key; nil if they can.
  static func flaw(of value: JSONValue, for key: String) -> String? {
    switch value {
    case .null, .array, .object:
      return "user defaults hold only a Boolean, a number or a text"
    case .boolean, .integer, .number, .string: break
    }
    let texts = [key, value.stringValue ?? ""]
    let hasControl = texts.joined().unicodeScalars.contains { scalar in
      let firstVisible: UInt32 = 0x20
      let delete: UInt32 = 0x7F
      return scalar.value < firstVisible || scalar.value == delete
    }
    return hasControl ? "an argument cannot contain control characters" : nil
  }
}

/// Something that a session has, and that the app on a device does not get.
package struct HandoffOmission: Hashable, Sendable {
  /// The kind of the session's entry, such as `preference`.
  package let kind: String
  /// The name of the entry; empty if it has none.
  package let name: String
  /// What lists show, such as `preference Stories`.
  package let title: String
  package let reason: String

  /// The omissions with their reasons, those with the same reason as one text:
  /// `preference a, draft of b (REASON)`.
  static func texts(_ omissions: [HandoffOmission]) -> [String] {
    var reasons: [String] = []
    for omission in omissions where !reasons.contains(omission.reason) {
      reasons.append(omission.reason)
    }
    return reasons.map { reason in
      let titles = omissions.filter { $0.reason == reason }.map(\.title)
      return "\(titles.joined(separator: ", ")) (\(reason))"
    }
  }
}
