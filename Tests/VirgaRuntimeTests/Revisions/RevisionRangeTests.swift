import Testing
import VirgaTestSupport

@testable import VirgaRuntime

@Suite("Ranges of revisions") struct RevisionRangeTests {
  @Test(
    "revisions and ranges are read as git reads them",
    arguments: [
      TestRow("one", (["main"], RevisionRange(old: "main", new: nil))),
      TestRow("two", (["v1.2", "HEAD"], RevisionRange(old: "v1.2", new: "HEAD"))),
      TestRow("two dots", (["a..b"], RevisionRange(old: "a", new: "b"))),
      TestRow(
        "three dots", (["a...b"], RevisionRange(old: "a", new: "b", startsAtMergeBase: true))),
      TestRow("no right side", (["a.."], RevisionRange(old: "a", new: "HEAD"))),
      TestRow("no left side", (["..b"], RevisionRange(old: "HEAD", new: "b"))),
      TestRow("dots in a text", (["HEAD^{/a..b}"], RevisionRange(old: "HEAD^{/a..b}", new: nil))),
      TestRow("a range and another", (["a..b", "c"], nil)),
      TestRow("three", (["a", "b", "c"], nil)),
      TestRow("none", ([], nil)),
    ] as [TestRow<([String], RevisionRange?)>])
  func reading(_ row: TestRow<([String], RevisionRange?)>) {
    #expect(RevisionRange(row.values.0) == row.values.1)
  }
}
