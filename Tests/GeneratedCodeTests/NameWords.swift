import VirgaFiles
import VirgaGenerate
import VirgaTestSupport

/// Words that may clash with names of the manifest in code.
enum NameWords {
  /// Every word of Swift, an SDK and its generated code, one per spelling as a property.
  static func all(for sdk: SwiftSDK) throws -> [String] {
    var seen: Set<String> = []
    return try (swift + synthesized + identifiers(for: sdk)).filter {
      seen.insert(Casing.lowerCamel($0)).inserted
    }
  }

  private static let swift = words(
    """
    Any Protocol Self Type accesses actor any as associatedtype associativity async autoclosure available await
    borrowing break case catch class consume consuming continue convenience convention copy default defer deinit
    deprecated didSet differentiable discard distributed do dynamic each else enum escaping exclusivity extension
    fallthrough false file fileprivate final fixed for forward func get guard higherThan if import in indirect infix
    init inline inout internal introduced is isolated lazy left let linear lowerThan macro message module mutating nil
    none nonisolated nonmutating nonsending objc of open operator optional override package postfix precedence
    precedencegroup prefix preconcurrency private property protocol public read repeat renamed required rethrows return
    reverse right safe scoped self sending set some spi static struct subscript super switch then throw throws true
    try typealias unchecked unowned unsafe unset var weak where while willSet wrt yield
    """)

  /// Members that the compiler adds to classes and enums.
  private static let synthesized = words(
    """
    allCases AllCases codingKey compareTo component1 debugDescription description entries equals getClass hash hashCode
    hashValue intValue javaClass name ordinal rawValue RawValue stringValue toString valueOf values
    """)

  /// The identifiers in generated code and in declarations visible to it.
  private static func identifiers(for sdk: SwiftSDK) throws -> [String] {
    func files(_ folder: String) -> [String] {
      FileTree.files(below: "\(Repository.root)/\(folder)")
    }
    let samples = "Tests/GeneratedCode"
    switch sdk {
    case .virga:
      return try files("\(samples)/Samples").flatMap { try identifiers(of: $0) { _ in true } }
        + files("Sources/VirgaSDK").flatMap { try identifiers(of: $0) { $0.contains("public ") } }
    case .mozilla:
      return try (files("\(samples)/Mozilla/Samples") + files("\(samples)/MozillaAppServices"))
        .flatMap {
          try identifiers(of: $0) { _ in true }
        }
    }
  }

  /// The identifiers in the lines of a file, without comments and one-line strings.
  private static func identifiers(
    of file: String, where isWanted: (Substring) -> Bool
  ) throws -> [String] {
    let text = String(decoding: try FileReading.disk().read(file), as: UTF8.self)
    return text.split(separator: "\n")
      .filter { line in
        let code = line.drop { $0 == " " }
        return isWanted(line) && !["//", "/*", "*"].contains { code.hasPrefix($0) }
      }
      .flatMap { line in
        line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset.isMultiple(of: 2) }
          .flatMap { $0.element.split { !$0.isLetter && !$0.isNumber } }
      }
      .map(String.init).filter { $0.first?.isLetter == true }
  }

  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}
