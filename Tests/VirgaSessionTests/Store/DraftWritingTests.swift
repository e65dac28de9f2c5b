import Testing
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@Suite("A draft that is written beside") struct DraftWritingTests {
  private static let key = EntryKey(.draft, "menu")
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("is there for every process, and need not be read by the one that wrote it") func written() throws {
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    let changes = store.foreignChanges
    let writing = try #require(store.draftWriting(of: "menu"))
    let revision = try #require(writing.write("{ \"a\": \"é\" ", over: nil))
    store.take(draft: "{ \"a\": \"é\" ", of: "menu", over: nil, at: revision)
    _ = try store.refresh()
    #expect(store.session[Self.key] == "{ \"a\": \"é\" " && store.foreignChanges == changes)
    #expect(try SessionStore(path).session[Self.key] == "{ \"a\": \"é\" ")
    try store.keepDraft(nil, of: "menu", over: nil)
    #expect(try SessionStore(path).session[Self.key] == nil)
  }

  @Test("is kept with the edit that it was begun over, and goes with it") func base() throws {
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    let writing = try #require(store.draftWriting(of: "menu"))
    let revision = try #require(writing.write("{", over: ["a": 1]))
    store.take(draft: "{", of: "menu", over: ["a": 1], at: revision)
    for session in [store.session, try SessionStore(path).session] { #expect(session[.draftBase, "menu"] == ["a": 1]) }
    try store.keepDraft("{}", of: "menu", over: nil)
    #expect(try SessionStore(path).session[.draftBase, "menu"] == .null)
    try store.keepDraft(nil, of: "menu", over: nil)
    #expect(try SessionStore(path).session[.draftBase, "menu"] == nil)
  }

  @Test("is not written over what was written meanwhile") func overtaken() throws {
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    let writing = try #require(store.draftWriting(of: "menu"))
    try SessionStore(path).keepDraft("theirs", of: "menu", over: nil)
    #expect(writing.write("mine", over: nil) == nil)
    #expect(try store.refresh() && store.session[Self.key] == "theirs")
  }

  @Test("is not taken in where more was written than that") func takenLate() throws {
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    let revision = try #require(store.draftWriting(of: "menu")?.write("mine", over: nil))
    try SessionStore(path).keepDraft("theirs", of: "menu", over: nil)
    _ = try store.refresh()
    store.take(draft: "mine", of: "menu", over: nil, at: revision)
    #expect(store.session[Self.key] == "theirs")
  }

  @Test("has to be kept as anything else is in memory and where nothing may be changed") func elsewhere() throws {
    #expect(try SessionStore.memory().draftWriting(of: "menu") == nil)
    let path = directory.path("a.virga")
    _ = try SessionStore(path)
    #expect(try SessionStore(path, .init(isReadOnly: true)).draftWriting(of: "menu") == nil)
  }
}
