import Testing
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaSession

@Suite("A list of operations")
struct OperationListTests {
  private static func operation(_ id: Int64, _ label: String = "set a") -> SessionOperation {
    var operation = SessionOperation(label, changes: [], time: .epoch, process: "tests 1")
    operation.id = id
    return operation
  }

  /// A list and an array with the same operations.
  private struct Both {
    var list = OperationList()
    var array: [SessionOperation] = []

    mutating func append(_ count: Int) {
      for _ in 0..<count {
        let operation = OperationListTests.operation((array.last?.id ?? 0) + 2)
        list.append(operation)
        array.append(operation)
      }
    }

    mutating func removeFirst(_ count: Int) {
      list.removeFirst(count)
      array.removeFirst(count)
    }

    mutating func removeLast(_ count: Int) {
      list.removeLast(count)
      array.removeLast(count)
    }

    mutating func rename(at position: Int, to label: String) {
      list[position].label = label
      array[position].label = label
    }
  }

  @Test(
    "has the same elements as an array after the same changes", arguments: 0..<20 as Range<UInt64>)
  func randomChanges(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var both = Both()
    for step in 0..<200 {
      let count = both.array.count
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: both.append(Int.random(in: 0..<300, using: &random))
      case 2: both.removeFirst(Int.random(in: 0...min(count, 150), using: &random))
      case 3: both.removeLast(Int.random(in: 0...min(count, 150), using: &random))
      case 4 where count > 0:
        both.rename(at: Int.random(in: 0..<count, using: &random), to: "set \(step)")
      default: both.append(1)
      }
      #expect(both.list.count == both.array.count)
    }
    #expect(Array(both.list) == both.array)
    #expect(both.list == OperationList(both.array))
  }

  @Test("is equal to one that lost other operations at its beginning")
  func equality() {
    var shortened = OperationList((1...400).map { Self.operation($0) })
    shortened.removeFirst(150)
    let whole = OperationList((151...400).map { Self.operation($0) })
    #expect(shortened == whole)
    shortened[10].label = "set b"
    #expect(shortened != whole)
  }

  @Test("does not change a copy")
  func copies() {
    let original = OperationList((1...300).map { Self.operation($0) })
    var copy = original
    copy[5].label = "set b"
    copy.append(Self.operation(301))
    copy.removeFirst(2)
    #expect(Array(original) == (1...300).map { Self.operation($0) })
    #expect(copy.count == 299 && copy[3].label == "set b" && copy.first?.id == 3)
  }

  @Test("finds operations by id")
  func finding() {
    let list = OperationList((1...300).map { Self.operation($0 * 2) })
    #expect(list[id: 400]?.id == 400)
    #expect(list[id: 401] == nil && list[id: 0] == nil && list[id: 602] == nil)
    #expect(list.after(id: 596).map(\.id) == [598, 600])
    #expect(list.after(id: 599).map(\.id) == [600])
    #expect(list.after(id: 600).isEmpty && list.after(id: .min).count == 300)
  }

  @Test("replaces an operation or adds it at the place of its id")
  func updating() {
    var list = OperationList((1...300).map { Self.operation($0 * 2) })
    list.replaceOrInsert(Self.operation(400, "set b"))
    list.replaceOrInsert(Self.operation(3))
    list.replaceOrInsert(Self.operation(601))
    #expect(list.count == 302 && list[id: 400]?.label == "set b")
    #expect(list.map(\.id) == (list.map(\.id)).sorted())
    #expect(list[id: 3] != nil && list.last?.id == 601)
  }

  @Test(
    "keeps the operations in a range of ids",
    arguments: [
      TestRow("all of them", (1...300, 300)),
      TestRow("those in the middle", (50...250, 201)),
      TestRow("a range before the first", (0...0, 0)),
      TestRow("a range that goes beyond the last", (300...Int64.max, 1)),
      TestRow("a range below zero", (Int64.min...0, 0)),
    ] as [TestRow<(ClosedRange<Int64>, Int)>])
  func range(_ row: TestRow<(ClosedRange<Int64>, Int)>) {
    let (ids, count) = row.values
    var list = OperationList((1...300).map { Self.operation($0) })
    list.removeAll(outside: ids)
    #expect(list.count == count && list.allSatisfy { ids.contains($0.id) })
  }
}
