public import VirgaSource

extension JSONPath {
  /// The most steps that a path may have, so that none leads deeper than a parsed text can be.
  public static let mostComponents = 256

  /// The path that `text` spells.
  ///
  /// - Throws: ``Problems`` with one problem, whose columns count in `text`.
  public static func parse(_ text: String) throws(Problems) -> JSONPath {
    let bytes = Array(text.utf8)
    do throws(Mistake) {
      return try read(bytes)
    } catch {
      let source = SourceText(name: "path", bytes: bytes)
      let location = SourceLocation(file: "path", range: source.range(of: error.range))
      throw Problems([Problem(.error, "json-bad-path", error.message, at: location)])
    }
  }

  private struct Mistake: Error {
    let range: Range<Int>
    let message: String
  }

  private static func read(_ bytes: [UInt8]) throws(Mistake) -> JSONPath {
    var components: [Component] = []
    var index = 0
    while index < bytes.count {
      guard components.count < mostComponents else {
        throw Mistake(range: index..<bytes.count, message: "a path has at most \(mostComponents) steps")
      }
      if bytes[index] == Byte.openBracket {
        components.append(try bracketed(bytes, &index))
      } else {
        components.append(try plain(bytes, &index, isFirst: components.isEmpty))
      }
    }
    return JSONPath(components)
  }

  private static func plain(_ bytes: [UInt8], _ index: inout Int, isFirst: Bool) throws(Mistake) -> Component {
    let start = index
    if !isFirst {
      guard bytes[index] == Byte.point else {
        throw Mistake(range: index..<index + 1, message: "expected `.` or `[` after `]`")
      }
      index += 1
    }
    let key = bytes[index...].prefix { !breaksKey($0) }
    guard !key.isEmpty else {
      throw Mistake(range: start..<start + 1, message: "expected a key; one with special characters is `['like this']`")
    }
    index = key.endIndex
    if index < bytes.count, bytes[index] != Byte.point, bytes[index] != Byte.openBracket {
      throw Mistake(range: index..<index + 1, message: "write a key with special characters as `['like this']`")
    }
    return .key(String(decoding: key, as: UTF8.self))
  }

  private static func bracketed(_ bytes: [UInt8], _ index: inout Int) throws(Mistake) -> Component {
    let start = index
    index += 1
    let component: Component
    if index < bytes.count, bytes[index] == Byte.apostrophe || bytes[index] == Byte.quote {
      component = .key(try quoted(bytes, &index))
    } else {
      let digits = bytes[index...].prefix(while: Byte.isDigit)
      guard let number = Int(String(decoding: digits, as: UTF8.self)) else {
        throw Mistake(range: start..<max(start + 1, digits.endIndex), message: "expected an index or a quoted key")
      }
      index = digits.endIndex
      component = .index(number)
    }
    guard index < bytes.count, bytes[index] == Byte.closeBracket else {
      throw Mistake(range: start..<index, message: "this bracket is not closed; add `]`")
    }
    index += 1
    return component
  }

  private static func quoted(_ bytes: [UInt8], _ index: inout Int) throws(Mistake) -> String {
    let start = index
    let quote = bytes[index]
    index += 1
    while index < bytes.count, bytes[index] != quote {
      index += bytes[index] == Byte.backslash ? 2 : 1
    }
    guard index < bytes.count else {
      throw Mistake(range: start..<bytes.count, message: "this key is not closed; add `\(Character(.init(quote)))`")
    }
    let content = start + 1..<index
    index += 1
    return bytes.withUnsafeBufferPointer { JSONText.unescaped(UnsafeBufferPointer(rebasing: $0[content])) }
  }
}
