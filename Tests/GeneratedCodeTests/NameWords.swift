import VirgaFiles
import VirgaGenerate
import VirgaTestSupport

/// Words that could mean something else in code than the names of a manifest.
enum NameWords {
  /// Every word of both languages, both SDKs and the generated code, one for each spelling as a property.
  static func all() throws -> [String] {
    var seen: Set<String> = []
    return try (swift + kotlin + synthesized + identifiers()).filter { seen.insert(Casing.lowerCamel($0)).inserted }
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

  private static let kotlin = words(
    """
    abstract actual annotation as break by catch class companion const constructor continue contract crossinline data
    delegate do dynamic else enum expect external false field file final finally for fun get if import in infix init
    inline inner interface internal is it lateinit noinline null object open operator out override package param
    private property protected public receiver reified return sealed set setparam super suspend tailrec this throw
    true try typealias typeof val value var vararg when where while
    """)

  /// Members that the compilers add to classes and enums.
  private static let synthesized = words(
    """
    allCases AllCases codingKey compareTo component1 debugDescription description entries equals getClass hash hashCode
    hashValue intValue javaClass name ordinal rawValue RawValue stringValue toString valueOf values
    """)

  /// The identifiers of generated code and of the declarations that it can see.
  private static func identifiers() throws -> [String] {
    let folder = "\(Repository.root)/Tests/GeneratedCode"
    let code = ["Samples", "Mozilla/Samples", "MozillaAppServices", "Kotlin"].flatMap {
      FileTree.files(below: "\(folder)/\($0)")
    }
    let sdk = FileTree.files(below: "\(Repository.root)/Sources/VirgaSDK")
    return try code.flatMap { try identifiers(of: $0) { _ in true } }
      + sdk.flatMap { try identifiers(of: $0) { $0.contains("public ") } }
  }

  /// The identifiers in the lines of a file that are not comments, without those in one-line texts.
  private static func identifiers(of file: String, where isWanted: (Substring) -> Bool) throws -> [String] {
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
