package import VirgaJSON
package import VirgaSource

/// A name in the text of a type, such as `Card` in `List<Card>`.
package struct WrittenTypeName: Sendable {
  package let name: String
  /// Where the name is; the whole text if that is unknown.
  package let location: SourceLocation?
}

extension LocatedValue {
  /// The names in the text of a type, in order: `Map`, `String` and `Card` in `Map<String, Card>`.
  package var typeNames: [WrittenTypeName] {
    let scalars = Array((text ?? "").unicodeScalars)
    let marks = "<>,?".unicodeScalars
    let isPartOfName = { (scalar: Unicode.Scalar) in
      !marks.contains(scalar) && !scalar.properties.isWhitespace
    }
    var found: [WrittenTypeName] = []
    var index = 0
    while index < scalars.count {
      let start = index
      while index < scalars.count, isPartOfName(scalars[index]) { index += 1 }
      if index > start {
        let name = String(String.UnicodeScalarView(scalars[start..<index]))
        found.append(WrittenTypeName(name: name, location: location(ofPart: start..<index)))
      }
      // Over the mark or the blank that ended the name.
      index += 1
    }
    return found
  }
}

extension Variable {
  /// The names in the variable's type as that is written.
  package var typeNames: [WrittenTypeName] { typeNode.typeNames }
}
