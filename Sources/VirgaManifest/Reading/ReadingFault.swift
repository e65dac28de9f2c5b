import VirgaExperiments
import VirgaJSON

/// Says why an app does not use a value.
enum ReadingFault {
  /// Why a value is not one of a type, as in "7.5 is not an Int"; a long value is shortened.
  static func text(of value: MergedValue, as type: VariableType) -> String {
    if value.isNull { return "a null has no effect" }
    let type = type.unwrapped
    // A number keeps the digits that were written: `7.50`, not `7.5`.
    let token = value.isNumber ? value.written.numberAsWritten : value.inMessages
    if type == .int, value.json.exceedsInt { return "\(token) is too large for an Int" }
    return "\(token) is not \(noun(type))"
  }

  /// The reason for an object that is left out, because too many values were created before.
  static let tooManyValues =
    "completing the objects creates more than \(CompletionBudget.maximum) values"

  /// What a value of the type is called, after "is not".
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

extension MergedValue {
  fileprivate var isNumber: Bool { kind == .integer || kind == .number }
}

extension JSONValue {
  /// Whether the value is a number outside the range of 64-bit integers.
  fileprivate var exceedsInt: Bool {
    guard let number = doubleValue else { return false }
    // Also true for the lowest integer, -0x1p63, which is an Int and never has a fault.
    let firstBeyondRange = 0x1p63
    return abs(number) >= firstBeyondRange
  }
}
