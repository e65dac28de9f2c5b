import Foundation
import Testing
import VirgaTestSupport

@Suite("Functions and initializers")
struct ParameterTests {
  @Test("take at most five parameters")
  func fiveAtMost() throws {
    let folder = "\(Repository.root)/Sources"
    let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap {
      $0 as? String
    }
    let declared = try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      return Declaration.all(in: text).map {
        (place: "\(file):\($0.line)", count: $0.parameterCount)
      }
    }
    #expect(declared.count > 4_000, "of a program of this size there are more")
    #expect(Set(declared.map(\.count)).isSuperset(of: 0...5), "each number of parameters occurs")
    #expect(declared.filter { $0.count > 5 }.map { "\($0.place) has \($0.count)" } == [])
  }

  @Test("are found with all parameters, whatever surrounds them")
  func counting() {
    let text = #"""
      // func none(a: Int) and init(b: Int) in a comment
      func one<T: Hashable>(_ a: T) where T: Sendable {}
      package static func two(
        _ a: (x: Int, y: Int), b: [String: Int] = ["a": 1]
      ) -> String { other.init(c: 1) }
      init?(a: Int, b: @escaping (Int) -> [Int: Int], c: String = ":") {}
      private init() { self.init(a: 1) }
      let closure = { (a: Int, b: Int) in a }
      """#
    #expect(
      Declaration.all(in: text).map { "\($0.line) \($0.parameterCount)" } == [
        "2 1", "3 2", "6 3", "7 0",
      ])
  }
}

/// A function or an initializer in a Swift text.
private struct Declaration {
  let line: Int
  let parameterCount: Int

  static func all(in text: String) -> [Declaration] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard let start = parameters(in: lines[index]) else { return nil }
      let rest = [start] + lines[(index + 1)...].prefix(20)
      return Declaration(line: index + 1, parameterCount: count(rest.map { $0.utf8 }))
    }
  }

  /// The text after the opening parenthesis of a declaration's parameters; nil if the line declares
  /// none.
  private static func parameters(in line: Substring) -> Substring? {
    guard line.utf8.contains(UInt8(ascii: "(")) else { return nil }
    let words = line.split(separator: " ")
    let declaration = words.first { word in
      word == "func" || ["init(", "init?(", "init<"].contains { word.hasPrefix($0) }
    }
    guard let declaration, words.first?.hasPrefix("//") == false,
      let place = line[declaration.startIndex...].firstIndex(of: "(")
    else { return nil }
    return line[line.index(after: place)...]
  }

  /// The number of colons outside brackets and quotes up to the closing parenthesis; each parameter
  /// has one.
  private static func count(_ lines: [Substring.UTF8View]) -> Int {
    var (depth, count, isQuoted) = (0, 0, false)
    for line in lines {
      for byte in line {
        switch byte {
        case UInt8(ascii: "\""): isQuoted.toggle()
        case _ where isQuoted: break
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")") where depth == 0: return count
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: ":") where depth == 0: count += 1
        default: break
        }
      }
    }
    return count
  }
}
