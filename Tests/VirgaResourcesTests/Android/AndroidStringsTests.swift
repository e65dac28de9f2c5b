import Testing
import VirgaResources
import VirgaSource
import VirgaTestSupport

@Suite("Android strings") struct AndroidStringsTests {
  static let texts: [TestRow<(String, String)>] = [
    TestRow("a plain text", ("plain", "plain")),
    TestRow("an empty text", ("", "")),
    TestRow("blanks and line ends are one blank", ("  two\n   lines  ", "two lines")),
    TestRow("quotes keep blanks", (#""  kept  ""#, "  kept  ")),
    TestRow("quotes within a text keep blanks", (#"a "  b" c"#, "a   b c")),
    TestRow("escapes of Android", (#"it\'s \"so\"\n\t\@\?\\"#, "it's \"so\"\n\t@?\\")),
    TestRow("Unicode escapes", (#"\u00e9\uD83D\uDE80"#, "é🚀")),
    TestRow(
      "entities of XML",
      ("&lt;b&gt; &amp;amp; &quot;quoted&quot; &#233;&#x1F680;", "<b> &amp; quoted é🚀")),
    TestRow("no entity of XML stays", ("&nbsp; &; & &#xD800;", "&nbsp; &; & &#xD800;")),
    TestRow("markup is dropped", ("<b>bold</b> and <i><u>more</u></i>", "bold and more")),
    TestRow(
      "a placeholder is kept",
      (#"Hello <xliff:g id="name" example="Ann">%1$s</xliff:g>!"#, "Hello %1$s!")),
    TestRow("CDATA is kept", ("a<![CDATA[ <p>  &amp; ]]>b", "a <p>  &amp; b")),
    TestRow("a comment is dropped", ("a<!-- nothing -->b", "ab")),
  ]

  @Test("are read as Android reads them", arguments: texts)
  func reading(_ row: TestRow<(String, String)>) {
    let (written, expected) = row.values
    let file =
      "<?xml version=\"1.0\"?>\n<resources>\n  <string name=\"k\">\(written)</string>\n</resources>"
    let table = TextTable(android: Array(file.utf8), name: "strings.xml")
    #expect(table.texts.mapValues(\.text) == ["k": expected])
    #expect(table.problems == [])
  }

  @Test("include only strings directly in resources")
  func directChildren() {
    let file = """
      <!DOCTYPE resources [ <!ENTITY x "<string name='no'>no</string>"> ]>
      <resources xmlns:xliff="urn:x">
        <color name="c">#fff</color>
        <string-array name="l"><item>one</item><string name="inner">no</string></string-array>
        <string name='a' translatable="false">A</string>
        <string name="empty"/>
      </resources>
      """
    let table = TextTable(android: Array(file.utf8), name: "strings.xml")
    #expect(table.texts.mapValues(\.text) == ["a": "A", "empty": ""])
  }

  @Test("follow references, also circular ones")
  func references() {
    let file = """
      <resources><string name="a">@string/b</string><string name="b">B</string>
      <string name="x">@string/y</string><string name="y">@string/x</string>
      <string name="lost">@string/none</string></resources>
      """
    let texts = TextTable(android: Array(file.utf8), name: "strings.xml").texts
    #expect(texts["a"]?.text == "B")
    #expect(texts["x"]?.text == "@string/y")
    #expect(texts["lost"]?.text == "@string/none")
  }

  @Test("follow eight references from each text")
  func chainOfReferences() {
    let elements = (1...12).map { "<string name=\"s\($0)\">@string/s\($0 + 1)</string>" }
    let file = "<resources>\(elements.joined())<string name=\"s13\">end</string></resources>"
    let texts = TextTable(android: Array(file.utf8), name: "strings.xml").texts
    #expect(texts["s5"]?.text == "end")
    #expect((1...4).map { texts["s\($0)"]?.text } == (10...13).map { "@string/s\($0)" })
  }

  static let broken: [TestRow<(String, Problem.Code)>] = [
    TestRow("a tag that is not closed", ("<resources>⟦<⟧string name=\"a\"", "broken-xml")),
    TestRow(
      "an attribute without quotes",
      ("<resources>⟦<⟧string name=a>x</string></resources>", "broken-xml")),
    TestRow(
      "an element that is not closed", ("<resources>⟦<string name=\"a\">⟧never ends", "broken-xml")),
    TestRow("a comment that is not closed", ("<resources>⟦<⟧!-- never ends", "broken-xml")),
    TestRow(
      "CDATA that is not closed",
      ("<resources><string name=\"a\">⟦<⟧![CDATA[ x</string>", "broken-xml")),
    TestRow(
      "a string without a name", ("<resources>⟦<string>⟧x</string></resources>", "missing-name")),
    TestRow(
      "a second string with the name",
      (
        "<resources><string name=\"a\">x</string>\n⟦<string name=\"a\">⟧y</string></resources>",
        "repeated-text"
      )),
  ]

  @Test("have errors reported at their position", arguments: broken)
  func errors(_ row: TestRow<(String, Problem.Code)>) {
    let (pattern, code) = row.values
    let marked = MarkedText(pattern)
    let table = TextTable(android: Array(marked.text.utf8), name: "strings.xml")
    #expect(table.problems.map(\.code) == [code])
    #expect(table.problems.first?.location?.range == marked.ranges[0])
  }
}
