import Testing
import VirgaJSON
import VirgaSession

@Suite("A change of an entry that another process changed meanwhile") struct EntryChangeTests {
  /// The edit after the change, which was made to `old`, is applied to `current`.
  private func rebased(
    from old: JSONValue?, to new: JSONValue?, onto current: JSONValue?
  ) -> JSONValue? {
    EntryChange(EntryKey(.edit, "menu"), from: old, to: new).rebased(onto: current).new
  }

  @Test("keeps the members that it does not touch, at any depth")
  func untouched() {
    #expect(
      rebased(from: ["a": 1], to: ["a": 2], onto: ["a": 1, "b": 3]) == ["a": 2, "b": 3])
    #expect(
      rebased(
        from: ["a": ["x": 1, "y": 1]], to: ["a": ["x": 2, "y": 1]], onto: ["a": ["x": 1, "y": 9]])
        == ["a": ["x": 2, "y": 9]])
    #expect(rebased(from: ["a": 1, "b": 1], to: ["a": 2, "b": 1], onto: ["a": 1]) == ["a": 2])
  }

  @Test("removes only what it removed")
  func removed() {
    let current: JSONValue = ["a": 1, "b": ["x": 1, "y": 2, "z": 3]]
    #expect(
      rebased(from: ["a": 1, "b": ["x": 1, "y": 2]], to: ["b": ["x": 1]], onto: current) == [
        "b": ["x": 1, "z": 3]
      ])
    #expect(rebased(from: ["a": 1], to: [:], onto: ["b": 2]) == ["b": 2])
  }

  @Test(
    "sets a null like any other value, because a null in an edit removes the value below the edit")
  func null() {
    #expect(
      rebased(from: ["a": 1], to: ["a": .null], onto: ["a": 1, "b": 2]) == ["a": .null, "b": 2])
    #expect(
      rebased(from: ["a": .null], to: ["a": .null, "b": 1], onto: ["a": 5]) == ["a": 5, "b": 1])
    #expect(
      rebased(from: ["a": ["x": 1]], to: ["a": .null], onto: ["a": ["x": 1, "y": 2]]) == [
        "a": .null
      ])
  }

  @Test("replaces a value that is no longer an object as a whole")
  func replaced() {
    #expect(
      rebased(from: ["a": ["x": 1, "y": 1]], to: ["a": ["x": 2, "y": 1]], onto: ["a": 5]) == [
        "a": ["x": 2, "y": 1]
      ])
    #expect(rebased(from: ["a": ["x": 1]], to: ["a": ["x": 2]], onto: [:]) == ["a": ["x": 2]])
    #expect(
      rebased(from: ["a": [1, 2]], to: ["a": [1, 3]], onto: ["a": [9, 2]]) == ["a": [1, 3]])
  }

  @Test("replaces an entry that is not an edit as a whole") func whole() {
    let attribute = EntryChange(EntryKey(.context, "a"), from: ["x": 1], to: ["x": 2])
    #expect(attribute.rebased(onto: ["x": 1, "y": 1]).new == ["x": 2])
  }

  @Test("removes an edit as a whole") func removedEdit() {
    #expect(rebased(from: ["a": 1], to: nil, onto: ["a": 1, "b": 2]) == nil)
  }

  @Test("removes an edit whose last members two processes removed") func emptiedEdit() {
    #expect(rebased(from: ["a": 1, "b": 2], to: ["a": 1], onto: ["b": 2]) == nil)
    #expect(rebased(from: ["a": 1, "b": 2], to: [:], onto: ["b": 2]) == [:])
  }

  @Test("restores an edit that the other process removed") func restoredEdit() {
    #expect(rebased(from: ["a": 1], to: ["a": 2], onto: nil) == ["a": 2])
  }

  @Test("puts new members after the existing ones") func order() {
    let merged = rebased(from: ["b": 1], to: ["c": 1, "b": 2], onto: ["a": 1, "b": 1])
    #expect(merged?.compact == #"{"a":1,"b":2,"c":1}"#)
  }
}
