import Testing
import VirgaTestSupport

@testable import VirgaManifest

@Suite("Exported comparisons") struct ComparisonTextTests {
  @Test("a CSV cell reads as the original text", arguments: HostileText.all)
  func csv(_ text: String) throws {
    let line = try #require(Self.written(.csv, text).first)
    #expect(line.map { Array($0.utf8) } == [text, "p (type)", text, text].map { Array($0.utf8) })
  }

  @Test("CSV holds text as it is and other values as JSON")
  func fields() throws {
    let yaml = """
      channels: [a, b]
      features:
        f:
          description: d
          variables:
            text: { description: d, type: String, default: "say \\"hi\\", you" }
            empty: { description: d, type: String, default: "" }
            on: { description: d, type: Boolean, default: true }
            count: { description: d, type: Int, default: 7 }
            list: { description: d, type: List<String>, default: [x, y] }
            limits: { description: d, type: "Map<String, Int>", default: {} }
          defaults: [{ channel: b, value: { limits: { max: 1 } } }]
      """
    let columns = ComparedManifest.columns(of: [
      ComparedManifest(path: "f", manifest: try Sample.load(yaml))
    ])
    let text = ComparisonFormat.csv.text(Comparison(columns).rows(of: "f"), columns: columns)
    #expect(
      text.split(separator: "\r\n") == [
        "feature,variable,a,b", #"f,text,"say ""hi"", you","say ""hi"", you""#, #"f,empty,"","""#,
        "f,on,true,true",
        "f,count,7,7", #"f,list,"[""x"",""y""]","[""x"",""y""]""#, "f,limits,{},",
        "f,limits.max,,1",
      ])
  }

  @Test("a Markdown cell stays one cell, with its lines joined", arguments: HostileText.all)
  func markdown(_ text: String) throws {
    let lines = Self.written(.markdown, text)
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    let joined = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    #expect(
      line.map { Array($0.utf8) } == [joined, "p (type)", joined, joined].map { Array($0.utf8) })
  }

  /// The rows that a reader gets, without headings.
  private static func written(_ format: ComparisonFormat, _ text: String) -> [[String]] {
    let row = ComparisonRow(feature: text, path: "p", cells: [.type(text), .type(text)])
    let file = Array(format.text([row], columns: []).unicodeScalars)
    return format == .csv
      ? Array(readCSV(file).dropFirst()) : Array(readMarkdown(file).dropFirst(2))
  }

  /// RFC 4180: fields between commas, records between CRLF, quotes doubled within quotes.
  private static func readCSV(_ file: [Unicode.Scalar]) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field = String.UnicodeScalarView()
    var isQuoted = false
    var rest = file[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"" where isQuoted && rest.first == "\"":
        field.append(scalar)
        rest.removeFirst()
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        record.append(String(field))
        field.removeAll()
      case "\r" where !isQuoted && rest.first == "\n":
        rest.removeFirst()
        records.append(record + [String(field)])
        record = []
        field.removeAll()
      default: field.append(scalar)
      }
    }
    return records
  }

  private static func readMarkdown(_ file: [Unicode.Scalar]) -> [[String]] {
    file.split(separator: "\n").map { line in
      var cells: [String.UnicodeScalarView] = [.init()]
      var rest = line
      while let scalar = rest.popFirst() {
        if scalar == "|" {
          cells.append(.init())
        } else {
          cells[cells.count - 1].append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
        }
      }
      // Each cell has a blank at both ends.
      return cells.dropFirst().dropLast().map {
        String(String.UnicodeScalarView($0.dropFirst().dropLast()))
      }
    }
  }
}
