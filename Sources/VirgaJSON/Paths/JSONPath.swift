import VirgaSource

/// The way to a value within another: keys and indexes, such as `items[2].icon`.
///
/// Keys are separated by dots, indexes stand in brackets, and a key that a dot, a bracket, a quote, a space or a
/// control character would break stands in brackets and quotes: `['a.b']`. The empty path is the value itself.
public struct JSONPath: Hashable, Sendable {
  /// One step of a path.
  public enum Component: Sendable {
    /// Into the member of an object.
    case key(String)
    /// Into the element of an array, from 0.
    case index(Int)
  }

  /// The steps, outermost first.
  public var components: [Component]

  /// The path of `components`; without any, the value itself.
  public init(_ components: [Component] = []) { self.components = components }

  /// The path of the value itself.
  public static let root = JSONPath()

  /// Whether it is the path of the value itself.
  public var isRoot: Bool { components.isEmpty }

  /// The path without its last step, nil for that of the value itself.
  public var parent: JSONPath? { isRoot ? nil : JSONPath(components.dropLast()) }

  /// The path with one more step.
  public func appending(_ component: Component) -> JSONPath { JSONPath(components + [component]) }

  /// The path to a member of the value here.
  public func appending(key: String) -> JSONPath { appending(.key(key)) }

  /// The path to an element of the value here.
  public func appending(index: Int) -> JSONPath { appending(.index(index)) }
}

extension JSONPath.Component: Hashable {
  /// Whether both are the same step; keys compare scalar by scalar.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.key(let left), .key(let right)): ExactText(left) == ExactText(right)
    case (.index(let left), .index(let right)): left == right
    default: false
    }
  }

  /// Feeds the step.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .key(let key): hasher.combine(key)
    case .index(let index): hasher.combine(index)
    }
  }
}

extension JSONPath: ExpressibleByArrayLiteral {
  /// The path of the steps in the literal.
  public init(arrayLiteral components: Component...) { self.init(components) }
}

extension JSONPath.Component: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// A step into a member.
  public init(stringLiteral key: String) { self = .key(key) }

  /// A step into an element.
  public init(integerLiteral index: Int) { self = .index(index) }
}

extension JSONPath: CustomStringConvertible {
  /// The path as ``parse(_:)`` reads it.
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where Self.isPlain(key): text += text.isEmpty ? key : "." + key
      case .key(let key): text += "['\(Self.escaped(key))']"
      }
    }
    return text
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.allSatisfy { !breaksKey($0) }
  }

  /// Whether a key with `byte` in it has to be quoted.
  static func breaksKey(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...Byte.space, 0x7F, Byte.point, Byte.openBracket, Byte.closeBracket, Byte.quote, Byte.apostrophe: true
    default: false
    }
  }

  private static func escaped(_ key: String) -> String {
    var printer = JSONPrinter(indent: nil)
    printer.write(string: key)
    let inner = String(decoding: printer.output.dropFirst().dropLast(), as: UTF8.self)
    return inner.replacing(bytesOf: "'", with: "\\'")
  }
}
