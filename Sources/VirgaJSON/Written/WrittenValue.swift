package import VirgaSource

/// A value as a person wrote it: like JSON, but every part of it knows its place.
package struct WrittenValue: Sendable {
  /// What kind of JSON value it is; an integer is a number without fraction and exponent.
  package enum Kind: Hashable, Sendable { case null, boolean, integer, number, string, array, object }

  package let document: WrittenDocument
  package let index: Int32
  /// Nothing was written: the value is null and its place is that of the thing which lacks it.
  package let isAbsent: Bool

  package init(document: WrittenDocument, index: Int32, isAbsent: Bool = false) {
    self.document = document
    self.index = index
    self.isAbsent = isAbsent
  }

  /// The null that stands for a value which was not written, at the place of `owner`.
  package init(absentFrom owner: WrittenValue) {
    self.init(document: owner.document, index: owner.index, isAbsent: true)
  }

  package var node: WrittenNode { document.nodes[Int(document.content(of: index))] }

  /// What kind of value it is.
  package var kind: Kind {
    if isAbsent { return .null }
    return switch node.kind {
    case .null, .alias, .unread: .null
    case .boolean: .boolean
    case .integer: .integer
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// Where it was written; nil where it was made by the program.
  package var location: SourceLocation? {
    document.range(of: index).map { SourceLocation(file: document.name, range: $0) }
  }

  /// The text of a scalar as it was written, without quotes and escapes; nil for arrays and objects.
  package var text: String? {
    guard !isAbsent else { return nil }
    let content = document.content(of: index)
    let kind = document.nodes[Int(content)].kind
    return kind == .array || kind == .object ? nil : document.string(at: content)
  }

  /// The text of a string; nil for any other kind.
  package var string: String? { kind == .string ? text : nil }

  /// How many elements or members were written, those included whose value could not be read; zero for a scalar.
  package var count: Int {
    switch kind {
    case .array: Int(node.count)
    case .object: Int(node.count) / 2
    default: 0
    }
  }

  /// Whether the same piece of text is meant.
  package func isSame(as other: WrittenValue) -> Bool {
    document === other.document && index == other.index && isAbsent == other.isAbsent
  }
}
