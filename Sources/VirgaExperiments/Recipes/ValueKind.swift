import VirgaJSON
import VirgaTargeting

/// A type that a member of a recipe can have: how it is read and what people call it.
struct ValueKind<Value> {
  /// What belongs there, such as `a text`.
  let title: String
  /// The value, or nil where it is of another type.
  let read: (JSONValue) -> Value?
}

extension ValueKind<String> {
  static var text: ValueKind { .init(title: "a text") { $0.stringValue } }
}

extension ValueKind<Bool> {
  static var boolean: ValueKind { .init(title: "true or false") { $0.booleanValue } }
}

extension ValueKind<UInt32> {
  static var wholeNumber: ValueKind {
    .init(title: "a whole number from 0 to \(UInt32.max)") { value in
      if case .integer(let number) = value { UInt32(exactly: number) } else { nil }
    }
  }

  static var ratio: ValueKind {
    .init(title: "a whole number from 0 to \(Int32.max)") { value in
      if case .integer(let number) = value, let ratio = Int32(exactly: number) { UInt32(exactly: ratio) } else { nil }
    }
  }

  static var total: ValueKind {
    .init(title: "a whole number from 1 to \(UInt32.max)") { value in
      ValueKind.wholeNumber.read(value).flatMap { $0 > 0 ? $0 : nil }
    }
  }
}

extension ValueKind<[String]> {
  static var texts: ValueKind {
    .init(title: "a list of texts") { value in
      guard let elements = value.arrayValue else { return nil }
      let texts = elements.compactMap(\.stringValue)
      return texts.count == elements.count ? texts : nil
    }
  }
}

extension ValueKind<[JSONValue]> {
  static var list: ValueKind { .init(title: "a list") { $0.arrayValue } }
}

extension ValueKind<JSONObject> {
  static var object: ValueKind { .init(title: "an object") { $0.objectValue } }
}

extension ValueKind<[String: String]> {
  static var textsByName: ValueKind {
    .init(title: "an object of texts") { value in
      guard let members = value.objectValue else { return nil }
      let texts = members.compactMap { member in member.value.stringValue.map { (member.key, $0) } }
      return texts.count == members.count ? Dictionary(texts) { $1 } : nil
    }
  }
}

extension ValueKind<Instant> {
  static var dateTime: ValueKind {
    .init(title: "a date and time such as 2025-03-10T12:30:00Z") { value in
      value.stringValue.flatMap(Instant.init(iso8601:))
    }
  }
}

extension ValueKind<BucketConfig.RandomizationUnit> {
  static var randomizationUnit: ValueKind {
    .init(title: "`nimbus_id` or `user_id`") { value in
      value.stringValue.flatMap(BucketConfig.RandomizationUnit.init(rawValue:))
    }
  }
}

extension JSONValue {
  /// What people call a value of this type.
  var kindTitle: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer, .number: "the number \(compact)"
    case .string(let text): text.utf8.count <= 40 ? "the text \(compact)" : "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
