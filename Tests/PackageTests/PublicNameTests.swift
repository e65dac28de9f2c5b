import Testing
import VirgaTestSupport

/// The names that products bring into an app's namespace.
@Suite("Public names")
struct PublicNameTests {
  /// The products in the order of the list.
  private static let products = ["VirgaSDK", "VirgaLive", "VirgaBundle", "VirgaFeatureFlags"]

  /// How many names an app gets by `import VirgaSDK`.
  private static let mostOfSDK = 45

  @Test("are those in PublicNames.txt")
  func list() async throws {
    var text = """
      The names that each product brings into an app's namespace, with the rooms that declare them. Read a difference:
      a new name has to be one that apps use, and that they would not give to a type of their own.

      """
    for product in Self.products { text += "\n" + (try await PublicNames(of: product)).text }
    GoldenText.expect(
      text, equals: "PublicNames.txt", in: "\(Repository.root)/Tests/PackageTests")
  }

  @Test("of VirgaSDK are few")
  func few() async throws {
    let names = try await PublicNames(of: "VirgaSDK").names
    #expect(names.count > 20, "the sources have public declarations")
    #expect(names.count <= Self.mostOfSDK)
  }

  @Test("of a room are exported one by one", arguments: products)
  func exports(_ product: String) async throws {
    let whole = try await PublicNames(of: product).products
    #expect(Set(whole).subtracting(Self.products) == [])
  }

  /// What generated code and the samples of Mozilla's SDK call on types of the standard library.
  private static let membersOfOthers: Set = [
    "compactMapKeysAsEnums", "mapKeysAsEnums", "mapKeysNotNull", "mapValuesNotNull", "mergeWith",
  ]

  @Test("are not added to types of others, apart from what generated code calls")
  func extensions() throws {
    let files = ProductClosureTests.modules.flatMap { module in
      FileTree.files(below: "\(Repository.root)/Sources/\(module)").filter {
        $0.hasSuffix(".swift")
      }
    }
    let texts = try files.map { try #require(GoldenText.read($0), "\($0)") }
    let own = Set(texts.flatMap { SwiftDeclarations.types(in: $0) })
    try #require(own.contains("JSONValue") && own.contains("FeatureClient"))
    let members = texts.flatMap { SwiftDeclarations.publicExtensionMembers(in: $0, own: own) }
    #expect(Set(members) == Self.membersOfOthers)
  }

  @Test("in extensions are found in the text of a file")
  func extensionMembers() {
    let text = """
      extension Dictionary where Key == String {
        /// public func comment() {}
        @discardableResult
        public mutating func add() {}
        package var hidden: Int { 0 }
        public subscript(own key: Int) -> Int { 0 }
      }
      extension [Int] {
        public var total: Int { 0 }
      }
      extension Own.Part {
        public func part() {}
      }
      public struct Own {
        public func own() {}
      }
      """
    let own = Set(SwiftDeclarations.types(in: text))
    #expect(own == ["Own"])
    #expect(
      SwiftDeclarations.publicExtensionMembers(in: text, own: own) == ["add", "subscript", "total"])
  }
}

/// Declarations in the text of a Swift file, found line by line.
private enum SwiftDeclarations {
  private static let typeKinds: Set<Substring> = [
    "actor", "class", "enum", "protocol", "struct", "typealias",
  ]
  private static let memberKinds: Set<Substring> = ["case", "func", "let", "typealias", "var"]

  /// The names of all types that the text declares, nested ones too.
  static func types(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(where: { typeKinds.contains($0) }),
        place + 1 < words.count,
        !line.contains("//")
      else { return nil }
      return name(words[place + 1])
    }
  }

  /// The public members in extensions of types that are not among `own`.
  static func publicExtensionMembers(in text: String, own: Set<String>) -> [String] {
    var isForeign = false
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      if line.first?.isLetter == true {
        let place = words.firstIndex(of: "extension")
        // `[Int]` is a name of a type of the standard library.
        isForeign = place.map { !own.contains(name(words[$0 + 1])) } ?? false
      }
      guard isForeign, line.hasPrefix("  "), words.first != "///",
        words.contains("public")
      else { return nil }
      guard let place = words.firstIndex(where: { memberKinds.contains($0) }) else {
        let unnamed = words.first { $0.hasPrefix("subscript") || $0.hasPrefix("init") }
        return unnamed.map { name($0) }
      }
      return name(words[place + 1])
    }
  }

  /// The identifier at the beginning of a word.
  private static func name(_ word: Substring) -> String {
    String(word.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }
}

/// The names of one product, read from its sources: own declarations and exported ones.
private struct PublicNames {
  /// A name, with its kind and the room that declares it.
  struct Entry {
    var name: String
    var kind: String
    var room: String
  }

  /// The words that begin a declaration.
  private static let kinds: Set<Substring> = [
    "actor", "class", "enum", "func", "let", "macro", "protocol", "struct", "typealias", "var",
  ]
  private static let export = "@_exported public import "

  let product: String
  private(set) var names: [Entry] = []
  /// The modules that are exported as a whole.
  private(set) var products: [String] = []

  init(of product: String) async throws {
    self.product = product
    let folder = "\(Repository.root)/Sources/\(product)"
    for file in FileTree.files(below: folder) where file.hasSuffix(".swift") {
      let text = try #require(GoldenText.read(file), "\(file)")
      for line in Self.outermost(text) { add(line) }
    }
    names.sort { ($0.name, $0.kind) < ($1.name, $1.kind) }
    try #require(!names.isEmpty)
  }

  /// The section of the list for the product.
  var text: String {
    let others = products.sorted().map { ", and all of \($0)" }.joined()
    let lines = names.map { entry in
      entry.room == product
        ? "\(entry.kind) \(entry.name)\n" : "\(entry.kind) \(entry.name) (\(entry.room))\n"
    }
    return "## \(product): \(names.count)\(others)\n\n\(lines.joined())"
  }

  /// The lines of a file's outermost level, without indentation; code in `#if` is indented.
  private static func outermost(_ text: String) -> [Substring] {
    let indentation = 2
    var depth = 0
    var lines: [Substring] = []
    for line in text.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      let column = line.count - code.count
      if code.hasPrefix("#if "), column == depth * indentation {
        depth += 1
      } else if code.hasPrefix("#endif"), column == (depth - 1) * indentation {
        depth -= 1
      } else if column == depth * indentation {
        lines.append(code)
      }
    }
    return lines
  }

  /// Adds what a line declares or exports, once: alternatives in `#if` have the same name.
  private mutating func add(_ line: Substring) {
    if line.hasPrefix(Self.export) { return addExport(line.dropFirst(Self.export.count)) }
    let words = line.split(separator: " ")
    guard let isPublic = words.firstIndex(of: "public"), !words.contains("import"),
      let place = words.firstIndex(where: { Self.kinds.contains($0) }), isPublic < place,
      place + 1 < words.count
    else { return }
    let name = String(words[place + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    let entry = Entry(name: name, kind: String(words[place]), room: product)
    if !names.contains(where: { $0.name == entry.name }) { names.append(entry) }
  }

  /// Adds an exported module, or a declaration of one: `enum VirgaFlags.FlagCheck`.
  private mutating func addExport(_ export: Substring) {
    let words = export.split { $0 == " " || $0 == "." }
    guard words.count == 3 else { return products.append(String(export)) }
    names.append(Entry(name: String(words[2]), kind: String(words[0]), room: String(words[1])))
  }
}
