import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@testable import VirgaManifest

@Suite("Variable types") struct TypeParserTests {
  private static let names = TypeParser.Names(
    enums: ["Side", "Text"], objects: ["Card", "Both"], aliases: ["Name", "Both"])

  @Test(
    "a type is printed in its canonical form",
    arguments: [
      ("String", "String"), ("Int", "Int"), ("Boolean", "Boolean"), ("Double", "Double"),
      ("Text", "Text"),
      ("BundleText", "Text"), ("Image", "Image"), ("BundleImage", "Image"), ("Drawable", "Image"),
      ("Side", "Side"),
      ("Enum<Side>", "Side"), ("Object<Card>", "Card"), ("List<Int>", "List<Int>"),
      ("Int?", "Option<Int>"),
      ("List<Int?>?", "Option<List<Option<Int>>>"), ("Map<String,Int>", "Map<String, Int>"),
      (" Map < Side , List < Card > > ", "Map<Side, List<Card>>"),
      ("Option<Map<Name, Int?>>", "Option<Map<Name, Option<Int>>>"),
    ])
  func canonicalForm(_ text: String, _ printed: String) throws {
    #expect(try TypeParser.parse(text, names: Self.names).description == printed)
  }

  @Test("types are equal only if their names match byte for byte")
  func equality() {
    let types = ["caf\u{E9}", "cafe\u{301}"].flatMap { name -> [VariableType] in
      let all: [VariableType] = [.enumeration(name), .object(name), .alias(name)]
      return all + all.map { .option($0) } + all.map { .list($0) }
        + all.map { .map(key: $0, value: .int) }
    }
    for (place, type) in types.enumerated() {
      #expect(types.indices.filter { types[$0] == type } == [place])
    }
    #expect(Set(types + types).count == 24)
    #expect(
      VariableType.map(key: .string, value: .option(.int))
        == .map(key: .string, value: .option(.int)))
    #expect(VariableType.text != .image && VariableType.list(.int) != .option(.int))
  }

  @Test("built-in types and aliases take precedence")
  func precedence() throws {
    #expect(try TypeParser.parse("Text", names: Self.names) == .text)
    #expect(try TypeParser.parse("Enum<Text>", names: Self.names) == .enumeration("Text"))
    #expect(try TypeParser.parse("Both", names: Self.names) == .alias("Both"))
  }

  @Test(
    "an invalid type is marked at its mistake",
    arguments: [
      TestRow("an unknown name", ("Strin", "unknown-type", 0..<5)),
      TestRow("an unknown name in a list", ("List<Crd>", "unknown-type", 5..<8)),
      TestRow("a list in lower case", ("list<Int>", "unknown-type", 0..<4)),
      TestRow("a list without its element", ("List", "malformed-type", 0..<4)),
      TestRow("a list of nothing", ("List<>", "malformed-type", 5..<5)),
      TestRow("a map without its value", ("Map<String>", "malformed-type", 0..<3)),
      TestRow("a bracket that is not closed", ("List<Int", "malformed-type", 8..<8)),
      TestRow("a third part of a map", ("Map<String, Int, Int>", "malformed-type", 15..<21)),
      TestRow("a part of a simple type", ("String<Int>", "malformed-type", 0..<6)),
      TestRow("two names", ("Int Int", "unknown-type", 0..<7)),
      TestRow("an empty type", ("", "malformed-type", 0..<0)),
      TestRow("a bracket that was not opened", ("Int>", "malformed-type", 3..<4)),
      TestRow("an enum without its name", ("Enum<>", "malformed-type", 5..<5)),
    ] as [TestRow<(String, String, Range<Int>)>])
  func invalidTypes(_ row: TestRow<(String, String, Range<Int>)>) {
    let (text, code, part) = row.values
    let failure = #expect(throws: TypeParser.Failure.self) {
      try TypeParser.parse(text, names: Self.names)
    }
    #expect(failure?.code.description == code)
    #expect(failure?.part == part)
  }

  @Test("a similar type name is suggested")
  func suggestion() {
    let failure = #expect(throws: TypeParser.Failure.self) {
      try TypeParser.parse("Bolean", names: Self.names)
    }
    #expect(failure?.hint == "did you mean `Boolean`?")
  }

  @Test(
    "the nesting depth is limited",
    arguments: [
      String(repeating: "List<", count: 100_000), "Int" + String(repeating: "?", count: 100_000),
    ])
  func depthLimit(_ text: String) {
    #expect(throws: TypeParser.Failure.self) { try TypeParser.parse(text, names: Self.names) }
  }
}
