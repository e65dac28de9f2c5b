import Testing
import VirgaJSON
import VirgaSource
import VirgaYAML

@Suite("The places of values in a text") struct WrittenPlacesTests {
  private func starts(_ name: String, _ text: String, _ paths: [[String]]) -> [String?] {
    let places = WrittenPlaces(WrittenText(SourceText(name: name, text: text)))
    return paths.map { path in places.location(at: path).map { "\($0.range.start)" } }
  }

  @Test(
    "are found by keys and indexes; a path that leads nowhere ends at the last value on its way",
    arguments: ["json", "yaml"])
  func found(_ language: String) {
    let text = #"{"data": [{"slug": "a"}, [1, 2], 3]}"#
    let paths = [
      [], ["data"], ["data", "0", "slug"], ["data", "1", "1"], ["data", "3"], ["data", "-1"], ["data", "x"], ["no"],
    ]
    let wanted = ["1:1", "1:10", "1:20", "1:30", "1:10", "1:10", "1:10", "1:1"]
    #expect(starts("a.\(language)", text, paths) == wanted)
  }

  @Test("are found at once for each of very many elements", .timeLimit(.minutes(2))) func many() {
    let count = 60_000
    let text = "[" + String(repeating: "{},", count: count - 1) + "{}]"
    let starts = starts("a.json", text, (0..<count).map { ["\($0)", "slug"] })
    #expect(starts.count == count)
    #expect(starts.last == "1:\(3 * count - 1)")
  }
}
