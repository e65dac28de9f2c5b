import Testing

@testable import VirgaConsole

@Suite("The cursor of a filtered list") struct ListModelTests {
  private struct Item: ListItem {
    let id: String

    func rank(_ filter: Filter, fuzzy: Bool) -> Int? { filter.allWordsOccur(in: id) ? 0 : nil }
  }

  /// A list with the cursor on `banana`.
  private static func list() -> ListModel<Item> {
    var list = ListModel<Item>()
    list.show(["apple", "banana", "cherry"].map { Item(id: $0) })
    list.select("banana")
    return list
  }

  private static func type(_ text: String, into list: inout ListModel<Item>) {
    list.filter.field = TextField(text)
    list.refilter(selectsBest: !text.isEmpty)
  }

  @Test(
    "returns to where typing began when the typed filter is cleared",
    arguments: ["cherry", "no match"])
  func cleared(filter: String) {
    var list = Self.list()
    list.beginFilter(FilterField(isTyping: true))
    Self.type(filter, into: &list)
    Self.type("", into: &list)
    #expect(list.selected?.id == "banana")
  }

  @Test("stays on the match after typing has ended, also when the filter is cleared later")
  func kept() {
    var list = Self.list()
    list.beginFilter(FilterField(isTyping: true))
    Self.type("cherry", into: &list)
    list.endFilter()
    #expect(list.selected?.id == "cherry")
    Self.type("", into: &list)
    #expect(list.selected?.id == "cherry")
  }
}
