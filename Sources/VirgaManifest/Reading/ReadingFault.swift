import VirgaExperiments
import VirgaJSON

/// Says why an app does not use a value.
enum ReadingFault {
  /// As in "7.5 is not an Int"; the value is shortened.
  static func text(of value: MergedValue, as type: VariableType) -> String {
    if value.isNull { return "a null has no effect" }
    let name = type.unwrapped
    if name == .int, value.json.exceedsInt { return "\(value.token) is too large for an Int" }
    return "\(value.token) is not \(noun(name))"
  }

  /// An object that is one too many to complete.
  static let tooMany = "completing the objects creates more than \(CompletionBudget.largest) values"

  private static func noun(_ type: VariableType) -> String {
    switch type {
    case .string: "a String"
    case .int: "an Int"
    case .double: "a Double"
    case .boolean: "a Boolean"
    case .text: "a Text"
    case .image: "an Image"
    case .alias(let name): "a \(name)"
    case .enumeration(let name): "a variant of \(name)"
    case .object: "an object"
    case .map: "an object"
    case .list: "a list"
    case .option(let inner): noun(inner)
    }
  }
}

extension JSONValue {
  /// Whether it is a number outside the range of 64-bit integers.
  fileprivate var exceedsInt: Bool { doubleValue.map { abs($0) >= 0x1p63 } ?? false }
}
